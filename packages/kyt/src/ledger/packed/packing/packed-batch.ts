import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { LedgerTransfer, PackedPiece, SourceTransaction } from '../../ledger-store.ts'
import { BytesReader } from './bytes-reader.ts'
import { BytesWriter } from './bytes-writer.ts'
import { readTransfer, skipTransfer, writeTransfer } from './packed-transfers.ts'

// Compressed format of an import piece: for each transaction
//
//   byte      network
//   varint    length of the identifier, then its stored form
//   varint    block
//   uint32    time
//   varint    number of transfers, then each as in `packed-transfers.ts`

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/**
 * The data consists mostly of hashes, which cannot be compressed, so the fastest compression level saves
 * nearly as much space as the best level.
 */
const quickest = { level: 1 }

export async function packPiece(transactions: readonly SourceTransaction[]): Promise<PackedPiece> {
  const writer = new BytesWriter(160 * transactions.length)
  for (const transaction of transactions) writeTransaction(writer, transaction)
  const transfers = transactions.reduce((sum, transaction) => sum + transaction.transfers.length, 0)
  return { bytes: await deflate(writer.take(), quickest), transfers }
}

export function writeTransaction(writer: BytesWriter, transaction: SourceTransaction): void {
  const { network, tx, block, time, transfers } = transaction
  writer.byte(network)
  writer.varint(tx.length / 2)
  writer.hex(tx)
  writer.varint(block)
  writer.uint32(time)
  writer.varint(transfers.length)
  for (const transfer of transfers) writeTransfer(writer, transfer)
}

export async function readBatch(packed: Uint8Array): Promise<SourceTransaction[]> {
  return readTransactions(await inflate(packed))
}

export function readTransactions(bytes: Buffer): SourceTransaction[] {
  const reader = new BytesReader(bytes)
  const transactions: SourceTransaction[] = []
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

/** A packed transaction with its identifier, for code that distributes transactions without reading them. */
export type PackedTransaction = { readonly identifier: Buffer; readonly bytes: Buffer }

export async function splitBatch(packed: Uint8Array): Promise<PackedTransaction[]> {
  const bytes = await inflate(packed)
  const reader = new BytesReader(bytes)
  const transactions: PackedTransaction[] = []
  while (!reader.isAtEnd) {
    const start = reader.at
    const network = reader.byte()
    const identifier = Buffer.concat([Buffer.of(network), reader.bytes(reader.varint())])
    reader.varint()
    reader.uint32()
    for (let left = reader.varint(); left > 0; left--) skipTransfer(reader)
    transactions.push({ identifier, bytes: bytes.subarray(start, reader.at) })
  }
  return transactions
}
