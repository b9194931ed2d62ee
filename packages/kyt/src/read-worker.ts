import { parentPort, workerData } from 'node:worker_threads'
import { serveWork } from '@touchstone/workers'
import { packSource } from './imports/pack-source.ts'
import type { FromReader, ReaderOptions, ToReader } from './imports/read-in-thread.ts'
import type { Facts, SourceFiles, TransferSource } from './imports/transfer-source.ts'
import { packPiece } from './ledger/packed/packing/packed-batch.ts'
import { openBitcoinEtl } from './sources/bitcoin/open-bitcoin-etl.ts'
import { openEthereumEtl } from './sources/ethereum-etl/ethereum-etl.ts'
import { openPlainTransfers } from './sources/plain/open-plain-transfers.ts'

// The thread that reads an import's files. See `imports/read-in-thread.ts`.

const { files, from, pieceTransfers } = workerData as ReaderOptions

type Result = Extract<ToReader, { request: number }>['result']
const waiting = new Map<number, (result: Result) => void>()
let requests = 0
const send = (message: FromReader) => parentPort?.postMessage(message)
const request = (toMessage: (number: number) => FromReader) =>
  new Promise<Result>((resolve) => {
    requests += 1
    waiting.set(requests, resolve)
    send(toMessage(requests))
  })
const facts: Facts = {
  add: async (added) => {
    await request((number) => ({ addFacts: added, request: number }))
  },
  read: async (keys) => (await request((number) => ({ readFacts: keys, request: number }))) ?? new Map(),
}

async function open(of: SourceFiles): Promise<TransferSource> {
  switch (of.form) {
    case 'plain':
      return await openPlainTransfers(of.paths)
    case 'ethereum-etl':
      return (await openEthereumEtl(of)).source
    case 'bitcoin-etl':
      return await openBitcoinEtl({ files: of.paths, network: of.network })
  }
}

async function* batches() {
  yield* packSource({ source: await open(files), from, facts, pieceTransfers, pack: packPiece })
}
const reading = batches()
const serve = serveWork({
  async next() {
    const { value, done } = await reading.next()
    return done ? undefined : value
  },
})

let reads = Promise.resolve()
parentPort?.on('message', (message: ToReader) => {
  if ('readNext' in message) {
    // Batches are read in sequence. After a failure, no further batch is read, because the empty batch would
    // look like the end of the source. The rejection ends the thread.
    reads = reads.then(async () => send({ next: await serve({ task: 'next', input: undefined }) }))
    return
  }
  waiting.get(message.request)?.(message.result)
  waiting.delete(message.request)
})
