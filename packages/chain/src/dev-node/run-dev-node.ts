import { systemClock } from '@touchstone/common'
import { writeNote } from './node-note.ts'
import { openPersistentChain } from './open-persistent-chain.ts'
import { serveChain } from './serve-chain.ts'
import type { NodeMessage } from './start-dev-node.ts'

/**
 * Runs the development chain in a separate process, so that the service and the chain do not block each
 * other. Exits when standard input closes, which happens when the service ends for any reason. Nothing needs
 * to be saved on exit, because the journal contains every answered request.
 */
async function runDevNode(options: {
  folder: string
  chainId: number
  port: number
  starter: number
}): Promise<void> {
  const { folder, chainId, port, starter } = options
  process.stdin
    .once('end', () => process.exit(0))
    .once('error', () => process.exit(0))
    .resume()
  // Ignore Ctrl-C. A terminal sends the signal to the whole process group, but only the service may end the
  // chain.
  process.on('SIGINT', () => {})
  const notify = (message: string) => send({ notice: message })
  const chain = await openPersistentChain({ folder, chainId, clock: systemClock, notify })
  const { url } = await serveChain({ chain, port })
  await writeNote(folder, { node: process.pid, starter, url })
  send({ url })
}

/** Writes a message as one line of JSON. */
function send(message: NodeMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const [folder = '', chainId = '', port = '0', starter = '0'] = process.argv.slice(2)
try {
  await runDevNode({ folder, chainId: Number(chainId), port: Number(port), starter: Number(starter) })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
