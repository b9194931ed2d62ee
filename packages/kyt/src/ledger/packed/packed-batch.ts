import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { GivenTransaction, LedgerTransfer } from '../ledger-store.ts'
import { BytesReader } from './bytes-reader.ts'
import { BytesWriter } from './bytes-writer.ts'
import { readTransfer, writeTransfer } from './packed-transfers.ts'

// Transfers on their way into the ledger, compressed. Transaction after transaction:
//
//   byte      network
//   varint    length of the identifier, then its stored form
//   varint    block
//   uint32    time
//   varint    number of transfers, then each as in `packed-transfers.ts`

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Most of it is hashes, which can't be made smaller: the quickest way saves nearly as much as the best. */
const quickest = { level: 1 }

export async function packBatch(transactions: readonly GivenTransaction[]): Promise<Buffer> {
  const writer = new BytesWriter(160 * transactions.length)
  for (const { network, tx, block, time, transfers } of transactions) {
    writer.byte(network)
    writer.varint(tx.length / 2)
    writer.hex(tx)
    writer.varint(block)
    writer.uint32(time)
    writer.varint(transfers.length)
    for (const transfer of transfers) writeTransfer(writer, transfer)
  }
  return await deflate(writer.take(), quickest)
}

export async function readBatch(packed: Buffer): Promise<GivenTransaction[]> {
  const reader = new BytesReader(await inflate(packed))
  const transactions: GivenTransaction[] = []
  while (!reader.isAtEnd) {
    const network = reader.byte()
    const tx = reader.hex(reader.varint())
    const block = reader.varint()
    const time = reader.uint32()
    const transfers: LedgerTransfer[] = []
    for (let left = reader.varint(); left > 0; left--) transfers.push(readTransfer(reader))
    transactions.push({ network, tx, block, time, transfers })
  }
  return transactions
}
