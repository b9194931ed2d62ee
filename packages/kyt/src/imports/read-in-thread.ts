import { Worker } from 'node:worker_threads'
import { outputOf, type WorkAnswer, workerFile } from '@touchstone/workers'
import type { Fact } from '../ledger/ledger-store.ts'
import type { PackedBatch } from './pack-source.ts'
import type { Facts, ReadPosition, SourceFiles } from './transfer-source.ts'

/** The thread's input data. */
export type ReaderOptions = {
  readonly files: SourceFiles
  readonly from: ReadPosition | undefined
  readonly pieceTransfers: number
}

/**
 * Messages from the thread: the next batch (`undefined` at the end), or a request for facts that only the
 * main thread can access.
 */
export type FromReader =
  | { readonly next: WorkAnswer }
  | { readonly addFacts: readonly Fact[]; readonly request: number }
  | { readonly readFacts: ReadonlySet<string>; readonly request: number }

/** Messages to the thread: a request for one more batch, or the response to a request for facts. */
export type ToReader =
  | { readonly readNext: true }
  | { readonly result: Awaited<ReturnType<Facts['read']>> | undefined; readonly request: number }

/**
 * Number of batches to read ahead, so that the next batch is ready when the main thread has consumed the
 * previous batch.
 */
const readAhead = 2

/** Reads and packs files in a separate thread, so that the process stays responsive. */
export async function* readInThread(order: ReaderOptions, facts: Facts): AsyncGenerator<PackedBatch> {
  const file = workerFile(import.meta.url, '../read-worker.ts')
  // The thread does not inherit the process's Node.js flags, because it always runs compiled code.
  const worker = new Worker(file, { workerData: order, execArgv: [] })
  const arrived: WorkAnswer[] = []
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= { error }
    wake()
  }
  const respond = async (message: Exclude<FromReader, { next: WorkAnswer }>) => {
    const { request } = message
    const found =
      'readFacts' in message ? await facts.read(message.readFacts) : await facts.add(message.addFacts)
    send({ result: found ?? undefined, request })
  }
  const send = (message: ToReader) => worker.postMessage(message)
  worker.on('message', (message: FromReader) => {
    if ('next' in message) {
      arrived.push(message.next)
      wake()
    } else respond(message).catch(fail)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that reads the files exited unexpectedly')))
  try {
    for (let ahead = 0; ahead < readAhead; ahead++) send({ readNext: true })
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
      send({ readNext: true })
    }
  } finally {
    await worker.terminate()
  }
}
