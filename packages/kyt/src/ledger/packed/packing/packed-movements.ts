import type { Movement } from '../../movement.ts'
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

// Format of the movements of an account in one coin: for each movement, in any order
//
//   byte      kind (2 bits), lengths of the counterparty (2 bits) and the amount (4 bits)
//   uint32    time
//   varint    block
//   varint    position
//   8 bytes   reference of the transaction: the first half of its id
//   address   counterparty
//   amount

const kinds = ['in', 'out', 'fee'] as const
export const kindNumbers = { in: 0, out: 1, fee: 2 } as const

/** The size of a transaction reference in bytes. */
export const referenceBytes = 8

export type PackedMovement = Omit<Movement, 'coin'>

export function writeMovement(to: BytesWriter, movement: PackedMovement): void {
  const { kind, time, block, tx, position, counterparty, amount } = movement
  const digits = amountDigits(amount)
  to.byte(kindNumbers[kind] | (addressCode(counterparty) << 2) | (amountCode(digits) << 4))
  to.uint32(time)
  to.varint(block)
  to.varint(position)
  to.hex(tx)
  writeAddress(to, counterparty)
  writeAmount(to, digits)
}

/** The location of a packed row, and the kind, time and transaction of its movement. */
export type RowPlace = {
  readonly kind: number
  readonly time: number
  readonly block: number
  /** The transaction reference as two numbers, which are faster to read and compare than text. */
  readonly txHigh: number
  readonly txLow: number
  readonly start: number
  readonly end: number
}

/**
 * Returns the locations of packed rows in order, for code that cuts and sorts rows without reading all
 * fields.
 */
export function placesOf(bytes: Buffer): RowPlace[] {
  const reader = new BytesReader(bytes)
  const places: RowPlace[] = []
  while (!reader.isAtEnd) {
    const start = reader.at
    const codes = reader.byte()
    const time = reader.uint32()
    const block = reader.varint()
    reader.varint()
    const txHigh = reader.uint32()
    const txLow = reader.uint32()
    skipAddress(reader, (codes >> 2) & 3)
    skipAmount(reader, codes >> 4)
    places.push({ kind: codes & 3, time, block, txHigh, txLow, start, end: reader.at })
  }
  return places
}

export function packMovements(movements: readonly PackedMovement[]): Buffer {
  const writer = new BytesWriter(64 * movements.length)
  for (const movement of movements) writeMovement(writer, movement)
  return writer.take()
}

/**
 * Packs several lists into one buffer, because allocating memory for each list would take longer than packing
 * it.
 */
export function packEach(lists: readonly (readonly PackedMovement[])[]): Buffer[] {
  const writer = new BytesWriter(64 * lists.length)
  const ends = lists.map((movements) => {
    for (const movement of movements) writeMovement(writer, movement)
    return writer.length
  })
  return ends.map((end, index) => writer.view(ends[index - 1] ?? 0, end))
}

export function readMovements(bytes: Buffer, coin: number): Movement[] {
  const reader = new BytesReader(bytes)
  const movements: Movement[] = []
  while (!reader.isAtEnd) {
    const codes = reader.byte()
    const kind = kinds[codes & 3]
    if (kind === undefined) throw new RangeError('packed rows contain an unknown kind')
    const time = reader.uint32()
    const block = reader.varint()
    const position = reader.varint()
    const tx = reader.hex(referenceBytes)
    const counterparty = readAddress(reader, (codes >> 2) & 3)
    const amount = readAmount(reader, codes >> 4)
    movements.push({ kind, coin, time, block, tx, position, counterparty, amount })
  }
  return movements
}
