import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Logger, OperatorError } from '@touchstone/common'
import { anvilBinary } from './anvil-binary.ts'
import { findNode } from './node-note.ts'

export type DevNode = {
  readonly url: string
  /** Writes the state a last time. */
  stop(): Promise<void>
}

/**
 * A real EVM node on this machine, for development: its state is kept in `folder`, at most half a second behind. A
 * node that breaks down is started again at the same place; `onRestart` is told, as its last moments may be gone.
 */
export async function startDevNode(options: {
  folder: string
  chainId: number
  logger: Logger
  onRestart?: () => void
}): Promise<DevNode> {
  const { folder, chainId, logger } = options
  // Found missing here, it is told in a sentence that says what to do.
  anvilBinary()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Another process of this data folder has started it, and stops it.
  const shared = await findNode(folder)
  if (shared?.kept) return { url: shared.url, async stop() {} }
  let stopping = false
  let running = await startKeeper(folder, chainId, 0)
  const { url } = running
  const port = Number(new URL(url).port)

  const watch = (keeper: ChildProcess) => {
    keeper.once('exit', () => {
      if (stopping) return
      logger.warn({ chainId }, 'the development chain ended and is started again')
      startKeeper(folder, chainId, port).then(
        (next) => {
          running = next
          watch(next.keeper)
          options.onRestart?.()
        },
        (error: unknown) => {
          logger.error({ chainId, reason: (error as Error).message }, 'the development chain is gone')
        },
      )
    })
  }
  watch(running.keeper)

  return {
    url,
    async stop() {
      stopping = true
      const { keeper } = running
      if (keeper.exitCode !== null || keeper.signalCode !== null) return
      const exited = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
      keeper.stdin?.end()
      await exited
    },
  }
}

/** A process runs JavaScript: asked for from the source it is taken from the build. */
function keeperFile(): string {
  const path = fileURLToPath(new URL('./keep-dev-node.js', import.meta.url))
  return import.meta.url.endsWith('.ts')
    ? path.replace(/([\\/])src([\\/])dev-node/, '$1dist$2dev-node')
    : path
}

async function startKeeper(
  folder: string,
  chainId: number,
  port: number,
): Promise<{ keeper: ChildProcess; url: string }> {
  const keeper = spawn(process.execPath, [keeperFile(), folder, String(chainId), String(port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Nothing of the service's environment: its secrets are no business of a node.
    env: {},
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    let complaint = ''
    keeper.stdout.on('data', (chunk) => {
      output += chunk
      const line = /^(http\S+)\n/.exec(output)?.[1]
      if (line) resolve(line)
    })
    keeper.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000)
    })
    keeper.once('error', reject)
    keeper.once('exit', () => reject(didNotStart(complaint)))
  })
  // The service does not wait for it at its own end: closing its input is enough.
  keeper.unref()
  return { keeper, url }
}

function didNotStart(complaint: string): OperatorError {
  return new OperatorError({
    code: 'chain.development-node',
    message: `The development chain did not start: ${complaint.trim() || 'it said nothing'}.`,
    remedy: 'Remove the folder "chain" in the data folder to begin a new one, or name a node with CHAIN_RPC.',
  })
}
