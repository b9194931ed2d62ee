import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, OperatorError } from '@touchstone/common'
import { type Address, parseEther, toHex } from 'viem'
import { callNode } from './call-node.ts'
import { findNode, isAlive, removeNote } from './node-note.ts'

const plenty = parseEther('1000000')

/** Gives an account a large balance, so that it can pay fees. */
export async function fundDevAccount(node: Pick<DevNode, 'url'>, account: Address): Promise<void> {
  await callNode(node.url, 'anvil_setBalance', [account, toHex(plenty)])
}

/** A message that the development chain's process sends to the process that started it. */
export type NodeMessage = { notice: string } | { url: string }

export type DevNode = {
  readonly url: string
  stop(): Promise<void>
}

type RunningNode = { process: ChildProcess; url: string }

/**
 * Starts a local EVM chain for development and stores every answered request in `folder`. If the node
 * crashes, restarts it at the same address and then calls `onRestart`. If the folder's chain is already
 * running, uses the running node.
 */
export async function startDevNode(options: {
  folder: string
  chainId: number
  logger: Logger
  onRestart?: () => void
}): Promise<DevNode> {
  const { folder, chainId, logger } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const shared = await findShared(folder)
  if (shared !== undefined) return { url: shared, async stop() {} }
  let stopping = false
  let running = await startNode({ folder, chainId, port: 0, logger })
  const { url } = running
  const port = Number(new URL(url).port)

  let restarting: Promise<void> | undefined
  const watch = (node: ChildProcess) => {
    node.once('exit', () => {
      if (stopping) return
      logger.warn({ chainId }, 'development chain exited, restarting')
      restarting = startNode({ folder, chainId, port, logger }).then(
        (next) => {
          running = next
          watch(next.process)
          options.onRestart?.()
        },
        (error: unknown) => {
          logger.error(
            { chainId, reason: (error as Error).message },
            'development chain could not be restarted',
          )
        },
      )
    })
  }
  watch(running.process)

  return {
    url,
    async stop() {
      stopping = true
      // Wait for a restart in progress. Otherwise the new node would keep running.
      await restarting
      const { process: node } = running
      if (node.exitCode !== null || node.signalCode !== null) return
      const exited = new Promise<void>((resolve) => node.once('exit', () => resolve()))
      node.stdin?.end()
      await exited
      await removeNote(folder)
    },
  }
}

/** How long a node can keep running after the process that started it has ended. */
const endsWithinMs = 5000

/** Returns the URL of a node that was started for this folder by another process, which will also stop it. */
async function findShared(folder: string): Promise<string | undefined> {
  const endsBy = performance.now() + endsWithinMs
  for (;;) {
    const node = await findNode(folder)
    if (!node || isAlive(node.starter)) return node?.url
    // The process that started this node was killed, so the node will end soon. Wait until the node has
    // ended, because two nodes must not write the same journal.
    if (performance.now() > endsBy) process.kill(node.node, 'SIGKILL')
    await pause(20)
  }
}

/** Returns the path of the compiled JavaScript file, even if this module runs from its TypeScript source. */
function nodeFile(): string {
  const path = fileURLToPath(new URL('./run-dev-node.js', import.meta.url))
  return import.meta.url.endsWith('.ts')
    ? path.replace(/([\\/])src([\\/])dev-node/, '$1dist$2dev-node')
    : path
}

async function startNode(options: {
  folder: string
  chainId: number
  port: number
  logger: Logger
}): Promise<RunningNode> {
  const { folder, chainId, port, logger } = options
  const args = [nodeFile(), folder, String(chainId), String(port), String(process.pid)]
  const node = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Do not pass on the service's environment, because it contains secrets.
    env: {},
  })
  const url = await new Promise<string>((resolve, reject) => {
    let complaint = ''
    createInterface({ input: node.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as NodeMessage
      if ('url' in message) resolve(message.url)
      else logger.warn({ chainId }, message.notice)
    })
    node.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000)
    })
    node.once('error', reject)
    node.once('exit', () => reject(didNotStart(complaint)))
  })
  // The node must not keep the service's process running. When the service exits, the node's standard input
  // closes and the node ends.
  node.unref()
  return { process: node, url }
}

function didNotStart(complaint: string): OperatorError {
  return new OperatorError({
    code: 'chain.development-node',
    message: `The development chain did not start: ${complaint.trim() || 'no output'}.`,
    remedy:
      'Remove the folder "chain" in the data folder to start a new chain, or set CHAIN_RPC to use another node.',
  })
}
