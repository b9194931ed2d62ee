import type { BinaryRow } from './binary-query.ts'
import { readNumeric } from './numeric.ts'

/**
 * Reads the fields of a binary row. Throws if a field is missing or `null`, which indicates an error in the
 * query.
 */
export const readField = {
  bytes: fieldOf,
  hex: (row: BinaryRow, index: number): string => fieldOf(row, index).toString('hex'),
  /** Skips the first `from` bytes. */
  hexFrom: (row: BinaryRow, index: number, from: number): string => fieldOf(row, index).toString('hex', from),
  text: (row: BinaryRow, index: number): string => fieldOf(row, index).toString('utf8'),
  int2: (row: BinaryRow, index: number): number => fieldOf(row, index).readInt16BE(),
  int4: (row: BinaryRow, index: number): number => fieldOf(row, index).readInt32BE(),
  int8: (row: BinaryRow, index: number): number => exact(fieldOf(row, index).readBigInt64BE()),
  numeric: (row: BinaryRow, index: number): bigint => readNumeric(fieldOf(row, index)),
}

function fieldOf(row: BinaryRow, index: number): Buffer {
  const field = row[index]
  if (field === undefined || field === null)
    throw new RangeError(`a row from the store has no field ${index}`)
  return field
}

function exact(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('a 64-bit integer in the store exceeds 2^53')
  return number
}
