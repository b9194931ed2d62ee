import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@touchstone/common'
import { type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPersistentChain, type PersistentChain } from './open-persistent-chain.ts'

let folder: string
let opened: PersistentChain[]
const clock = createManualClock(Date.UTC(2026, 0, 1))
const notify = vi.fn<(message: string) => void>()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-chain-'))
  opened = []
  clock.set(Date.UTC(2026, 0, 1))
  notify.mockClear()
})
afterEach(() => {
  for (const chain of opened) chain.close()
  rmSync(folder, { recursive: true })
})

const journal = () => join(folder, 'journal.jsonl')
const open = async (chainId = 137) => {
  const chain = await openPersistentChain({ folder, chainId, clock, notify })
  opened.push(chain)
  return chain
}
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const gwei = 1_000_000_000n
const signed = (nonce: number, price = 100n * gwei) =>
  account.signTransaction({
    chainId: 137,
    nonce,
    to: `0x${'22'.repeat(20)}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: price,
    maxPriorityFeePerGas: 0n,
  })
const fund = (chain: PersistentChain) =>
  chain.request('anvil_setBalance', [account.address, numberToHex(10n ** 20n)])
const pay = async (chain: PersistentChain, nonce: number) =>
  await chain.request<Hex>('eth_sendRawTransaction', [await signed(nonce)])
const head = (chain: PersistentChain) =>
  chain.request<{ hash: Hex; stateRoot: Hex; timestamp: Hex; number: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])

test('restores the same blocks and state', async () => {
  const first = await open()
  await fund(first)
  for (let nonce = 0; nonce < 5; nonce++) {
    clock.advance(13_000)
    await pay(first, nonce)
  }
  await first.request('anvil_mine', [numberToHex(100)])
  const snapshot = await first.request('evm_snapshot')
  await pay(first, 5)
  await first.request('evm_revert', [snapshot])
  await first.request('anvil_setStorageAt', [`0x${'33'.repeat(20)}`, '0x0', `0x${'44'.repeat(32)}`])
  await first.request('anvil_impersonateAccount', [`0x${'22'.repeat(20)}`])
  await first.request('anvil_setBalance', [`0x${'22'.repeat(20)}`, numberToHex(10n ** 18n)])
  await first.request('eth_sendTransaction', [
    { from: `0x${'22'.repeat(20)}`, to: account.address, gas: '0x5208' },
  ])
  clock.advance(86_400_000)
  const second = await open()
  expect(await head(second)).toEqual(await head(first))
  expect(Number((await head(second)).number)).toBe(106)
  expect(await second.request('eth_getStorageAt', [`0x${'33'.repeat(20)}`, '0x0', 'latest'])).toBe(
    `0x${'44'.repeat(32)}`,
  )
  expect(notify).not.toHaveBeenCalled()
  // The chain continues from the clock's current time.
  await pay(second, 5)
  expect(Number((await head(second)).timestamp)).toBe(clock.now() / 1000)
  expect(await head(await open())).toEqual(await head(second))
})

test("uses the clock's time for calls and blocks after a restart", async () => {
  const pendingTime = async (chain: PersistentChain) =>
    Number((await chain.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['pending', false])).timestamp)
  await fund(await open())
  clock.advance(1000 * 86_400)
  const chain = await open()
  expect(Math.abs((await pendingTime(chain)) - clock.now() / 1000)).toBeLessThan(30)
  // A chain whose time was moved forward remains ahead of the clock.
  await chain.request('evm_increaseTime', [1_000_000])
  await chain.request('evm_mine')
  const ahead = Number((await head(chain)).timestamp)
  expect(ahead).toBe(clock.now() / 1000 + 1_000_000)
  const again = await open()
  clock.advance(5000)
  await again.request('evm_mine')
  expect(Number((await head(again)).timestamp)).toBe(ahead + 5)
})

test('ignores an incomplete last line and continues the chain', async () => {
  const first = await open()
  await fund(first)
  await pay(first, 0)
  const before = await head(first)
  appendFileSync(journal(), '["eth_sendRawTransaction",["0x02f8')
  const second = await open()
  expect(await head(second)).toEqual(before)
  await pay(second, 1)
  expect(readFileSync(journal(), 'utf8')).not.toContain('["0x02f8[')
  expect(await head(await open())).toEqual(await head(second))
})

test('starts a new journal if its header is incomplete', async () => {
  writeFileSync(journal(), '{"version":1,"cha')
  const chain = await open()
  await fund(chain)
  await pay(chain, 0)
  expect(await head(await open())).toEqual(await head(chain))
})

test('mines transactions that were pending when the previous process ended', async () => {
  const first = await open()
  await fund(first)
  await first.request('evm_setAutomine', [false])
  const hash = await pay(first, 0)
  expect(await first.request('eth_getTransactionReceipt', [hash])).toBeNull()
  const second = await open()
  expect(await second.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
})

test('starts a new chain and keeps the old journal if the engine produces different blocks', async () => {
  const first = await open()
  await fund(first)
  await pay(first, 0)
  const { hash } = await head(first)
  const old = readFileSync(journal(), 'utf8')
  const changed = old.replace('"engine":"', '"engine":"0.0.1-').replace(hash, `0x${'00'.repeat(32)}`)
  writeFileSync(journal(), changed)
  const second = await open()
  expect(Number((await head(second)).number)).toBe(0)
  expect(readFileSync(join(folder, 'journal-1.jsonl.old'), 'utf8')).toBe(changed)
  expect(notify).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/0\.0\.1-.*Starting a new chain.*journal-1/),
  )
  await fund(second)
  await pay(second, 0)
  expect(await head(await open())).toEqual(await head(second))
})

test('starts a new chain if the engine rejects a recorded request', async () => {
  await fund(await open())
  appendFileSync(journal(), '["hardhat_setBalance",["nobody","0x1"]]\n')
  expect(Number((await head(await open())).number)).toBe(0)
  expect(existsSync(join(folder, 'journal-1.jsonl.old'))).toBe(true)
})

test('rejects a folder that belongs to another chain', async () => {
  await open(137)
  await expect(open(8453)).rejects.toThrow('belongs to chain 137, not to chain 8453')
})

test('keeps an anvil chain file and reports the file only once', async () => {
  writeFileSync(join(folder, 'state.hex'), '0x1f8b')
  await open()
  expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('state.hex'))
  expect(readFileSync(join(folder, 'state.hex'), 'utf8')).toBe('0x1f8b')
  await open()
  expect(notify).toHaveBeenCalledOnce()
})
