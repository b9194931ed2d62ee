import type { LedgerTransfer } from '../../ledger-store.ts'
import { BytesReader } from './bytes-reader.ts'
import { BytesWriter } from './bytes-writer.ts'
import {
  addressCode,
  amountCode,
  amountDigits,
  readAddress,
  readAmount,
  skipAddress,
  skipAmount,
  writeAddress,
  writeAmount,
} from './packed-fields.ts'

// Format of the transfers of a transaction: for each transfer
//
//   byte      lengths of the sender (2 bits), the receiver (2 bits) and the amount (4 bits)
//   varint    twice the coin number, plus one for a fee
//   varint    position
//   address   sender
//   address   receiver
//   amount

export function writeTransfer(to: BytesWriter, transfer: LedgerTransfer): void {
  const { coin, position, from, to: receiver, amount, fee } = transfer
  const digits = amountDigits(amount)
  to.byte(addressCode(from) | (addressCode(receiver) << 2) | (amountCode(digits) << 4))
  to.varint(coin * 2 + (fee ? 1 : 0))
  to.varint(position)
  writeAddress(to, from)
  writeAddress(to, receiver)
  writeAmount(to, digits)
}

export function packTransfers(transfers: readonly LedgerTransfer[]): Buffer {
  return packEachTransfers([transfers])[0] ?? Buffer.of()
}

/**
 * Packs the transfers of several transactions into one buffer, because allocating memory for each transaction
 * would take longer than packing it.
 */
export function packEachTransfers(lists: readonly (readonly LedgerTransfer[])[]): Buffer[] {
  const writer = new BytesWriter(80 * lists.length)
  const ends = lists.map((transfers) => {
    for (const transfer of transfers) writeTransfer(writer, transfer)
    return writer.length
  })
  return ends.map((end, index) => writer.view(ends[index - 1] ?? 0, end))
}

export function readTransfer(reader: BytesReader): LedgerTransfer {
  const codes = reader.byte()
  const coinAndFee = reader.varint()
  const position = reader.varint()
  const from = readAddress(reader, codes & 3)
  const to = readAddress(reader, (codes >> 2) & 3)
  const amount = readAmount(reader, codes >> 4)
  return { coin: Math.floor(coinAndFee / 2), position, from, to, amount, fee: coinAndFee % 2 === 1 }
}

export function skipTransfer(reader: BytesReader): void {
  const codes = reader.byte()
  reader.varint()
  reader.varint()
  skipAddress(reader, codes & 3)
  skipAddress(reader, (codes >> 2) & 3)
  skipAmount(reader, codes >> 4)
}

export function readTransfers(bytes: Buffer): LedgerTransfer[] {
  const reader = new BytesReader(bytes)
  const transfers: LedgerTransfer[] = []
  while (!reader.isAtEnd) transfers.push(readTransfer(reader))
  return transfers
}
