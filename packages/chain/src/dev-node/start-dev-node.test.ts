import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { createWalletClient, type Hex, http, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mined } from '../../../../test/support/mined.ts'
import { callNode } from './call-node.ts'
import { type DevNode, startDevNode } from './start-dev-node.ts'

let folder: string
const running: DevNode[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dev-node-'))
})
afterEach(async () => {
  for (const node of running.splice(0)) await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (onRestart?: () => void) => {
  const node = await startDevNode({
    folder,
    chainId: 137,
    logger: silentLogger,
    ...(onRestart && { onRestart }),
  })
  running.push(node)
  return node
}

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const clientOf = (node: DevNode) =>
  createWalletClient({ account, chain: polygon, transport: http(node.url) }).extend(publicActions)

async function pay(node: DevNode): Promise<Hex> {
  const client = clientOf(node)
  await callNode(node.url, 'anvil_setBalance', [account.address, '0xde0b6b3a7640000'])
  const hash = await client.sendTransaction({ to: `0x${'22'.repeat(20)}`, value: parseEther('0.1') })
  await mined(client, hash)
  return hash
}

const nodeNote = () =>
  JSON.parse(readFileSync(join(folder, 'node.json'), 'utf8')) as {
    node: number
    starter: number
    url: string
  }
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('keeps the chain when the node is stopped and started', async () => {
  const first = await start()
  const hash = await pay(first)
  const { node: pid } = nodeNote()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const again = clientOf(await start())
  expect(await again.getChainId()).toBe(137)
  const receipt = await again.getTransactionReceipt({ hash })
  expect((await again.getBlock({ blockNumber: receipt.blockNumber })).hash).toBe(receipt.blockHash)
  expect(await again.getBalance({ address: `0x${'22'.repeat(20)}` })).toBe(parseEther('0.1'))
})

test('restarts a killed node at the same address and restores every answered request', async () => {
  const restarted = vi.fn()
  const node = await start(restarted)
  const hash = await pay(node)
  process.kill(nodeNote().node, 'SIGKILL')
  await vi.waitFor(() => expect(restarted).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect((await clientOf(node).getTransactionReceipt({ hash })).status).toBe('success')
})

test('leaves no node running if it is stopped during a restart', async () => {
  const warn = vi.fn()
  const node = await startDevNode({ folder, chainId: 137, logger: { ...silentLogger, warn } })
  const killed = nodeNote().node
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 20_000 })
  await node.stop()
  expect(existsSync(join(folder, 'node.json'))).toBe(false)
  await expect(callNode(node.url, 'eth_chainId')).rejects.toThrow()
})

test('ends the node of a killed process before a new node starts', async () => {
  const program = `
    const { startDevNode } = await import(${JSON.stringify(new URL('../../dist/dev-node/start-dev-node.js', import.meta.url))})
    const logger = { info() {}, warn() {}, error() {} }
    await startDevNode({ folder: ${JSON.stringify(folder)}, chainId: 137, logger })
    console.log('started')
    setInterval(() => {}, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', program])
  await once(starter.stdout, 'data')
  const { url: orphan, starter: pid } = nodeNote()
  expect(pid).toBe(starter.pid)
  const ended = once(starter, 'exit')
  starter.kill('SIGKILL')
  await ended
  const next = await start()
  await expect(callNode(orphan, 'eth_chainId')).rejects.toThrow()
  expect(nodeNote()).toMatchObject({ starter: process.pid, url: next.url })
})

test('shares a running chain with a second process that uses the same folder', async () => {
  const first = await start()
  const second = await start()
  expect(second.url).toBe(first.url)
  await second.stop()
  expect(await clientOf(first).getChainId()).toBe(137)
})

test('reports a damaged journal with a remedy and leaves no node running', async () => {
  const node = await start()
  await pay(node)
  await node.stop()
  running.length = 0
  const file = join(folder, 'journal.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace('hardhat_setBalance', 'hardhat"setBalance'))
  await expect(start()).rejects.toMatchObject({
    code: 'chain.development-node',
    message: expect.stringContaining('line 2 of'),
  })
  expect(existsSync(join(folder, 'node.json'))).toBe(false)
})

test('logs messages from the node', async () => {
  writeFileSync(join(folder, 'state.hex'), '0x1234')
  const warn = vi.fn()
  running.push(await startDevNode({ folder, chainId: 137, logger: { ...silentLogger, warn } }))
  expect(warn).toHaveBeenCalledWith({ chainId: 137 }, expect.stringContaining('state.hex'))
})
