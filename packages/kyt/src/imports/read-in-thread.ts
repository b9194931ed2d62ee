import { Worker } from 'node:worker_threads'
import { outputOf, type WorkAnswer, workerFile } from '@touchstone/workers'
import type { Fact } from '../ledger/ledger-store.ts'
import type { PackedBatch } from './pack-source.ts'
import type { Facts, Reached, SourceFiles } from './transfer-source.ts'

/** What the thread is started with. */
export type ReadingOrder = {
  readonly files: SourceFiles
  readonly from: Reached | undefined
  readonly pieceTransfers: number
}

/** What the thread sends: the next batch, `undefined` at the end; or a question about facts, which the ledger keeps. */
export type FromReader =
  | { readonly next: WorkAnswer }
  | { readonly tell: readonly Fact[]; readonly question: number }
  | { readonly ask: ReadonlySet<string>; readonly question: number }

/** What it is sent: to read one more batch, or the answer to a question. */
export type ToReader =
  | { readonly read: true }
  | { readonly answer: Awaited<ReturnType<Facts['ask']>> | undefined; readonly question: number }

/** Batches that are read ahead: one is ready when the one before was taken. */
const readAhead = 2

/** Reads and packs files in a thread of their own, so that the process answers meanwhile. */
export async function* readInThread(order: ReadingOrder, facts: Facts): AsyncGenerator<PackedBatch> {
  const file = workerFile(import.meta.url, '../read-worker.ts')
  // Not the flags of the process: a worker runs the build, whatever the process that asks was started with.
  const worker = new Worker(file, { workerData: order, execArgv: [] })
  const arrived: WorkAnswer[] = []
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= { error }
    wake()
  }
  const answer = async (message: Exclude<FromReader, { next: WorkAnswer }>) => {
    const { question } = message
    const found = 'ask' in message ? await facts.ask(message.ask) : await facts.tell(message.tell)
    send({ answer: found ?? undefined, question })
  }
  const send = (message: ToReader) => worker.postMessage(message)
  worker.on('message', (message: FromReader) => {
    if ('next' in message) {
      arrived.push(message.next)
      wake()
    } else answer(message).catch(fail)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that reads the files has ended')))
  try {
    for (let ahead = 0; ahead < readAhead; ahead++) send({ read: true })
    for (;;) {
      if (arrived.length === 0 && failure === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const next = arrived.shift()
      if (next === undefined) throw failure?.error
      const batch = outputOf(next) as PackedBatch | undefined
      if (batch === undefined) return
      yield batch
      send({ read: true })
    }
  } finally {
    await worker.terminate()
  }
}
