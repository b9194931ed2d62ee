import { systemClock } from '@touchstone/common'
import { writeNote } from './node-note.ts'
import { openPersistentChain } from './open-persistent-chain.ts'
import { serveChain } from './serve-chain.ts'
import type { NodeMessage } from './start-dev-node.ts'

/**
 * The process of the development chain. It is one of its own so that the service and the chain do not wait for each
 * other. It ends when its input is closed, which happens however the service ends. There is nothing to save then: the
 * journal has everything that was answered.
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
  // A terminal sends Ctrl-C to every process of its group: the service decides when its chain ends.
  process.on('SIGINT', () => {})
  const say = (sentence: string) => tell({ notice: sentence })
  const chain = await openPersistentChain({ folder, chainId, clock: systemClock, say })
  const { url } = await serveChain({ chain, port })
  await writeNote(folder, { node: process.pid, starter, url })
  tell({ url })
}

/** One line of JSON for each message. */
function tell(message: NodeMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const [folder = '', chainId = '', port = '0', starter = '0'] = process.argv.slice(2)
try {
  await runDevNode({ folder, chainId: Number(chainId), port: Number(port), starter: Number(starter) })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
