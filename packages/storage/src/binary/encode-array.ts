import { numericSize, writeNumeric } from './numeric.ts'

/** Type identifiers (OIDs) in PostgreSQL's catalogue. */
const types = { int2: 21, int4: 23, int8: 20, bytea: 17, text: 25, uuid: 2950, numeric: 1700 } as const

/** Encodes arrays in binary format for `unnest($1::…[])` and `= any($1::…[])`. */
export const encodeArray = {
  int2: (values: readonly number[]) =>
    fixed(types.int2, 2, values, (bytes, at, value) => bytes.writeInt16BE(value, at)),
  int4: (values: readonly number[]) =>
    fixed(types.int4, 4, values, (bytes, at, value) => bytes.writeInt32BE(value, at)),
  int8: (values: readonly number[]) =>
    fixed(types.int8, 8, values, (bytes, at, value) => bytes.writeBigInt64BE(BigInt(value), at)),
  uuid: (values: readonly Uint8Array[]) =>
    fixed(types.uuid, 16, values, (bytes, at, value) => bytes.set(value, at)),
  /** UUIDs in hexadecimal, without hyphens. */
  hexUuid: (values: readonly string[]) =>
    fixed(types.uuid, 16, values, (bytes, at, value) => bytes.write(value, at, 'hex')),
  bytea: (values: readonly Uint8Array[]) => ofBytes(types.bytea, values),
  /** Bytes in hexadecimal. */
  hexBytea: (values: readonly string[]) =>
    encode(
      types.bytea,
      values,
      values.reduce((sum, value) => sum + value.length / 2, 0),
      (bytes, at, value) => bytes.write(value, at, 'hex'),
    ),
  text: (values: readonly string[]) =>
    ofBytes(
      types.text,
      values.map((value) => Buffer.from(value, 'utf8')),
    ),
  /** Integers. */
  numeric: (values: readonly bigint[]) =>
    encode(
      types.numeric,
      values,
      values.reduce((sum, value) => sum + numericSize(value), 0),
      writeNumeric,
    ),
}

const ofBytes = (type: number, values: readonly Uint8Array[]) =>
  encode(
    type,
    values,
    values.reduce((sum, value) => sum + value.length, 0),
    (bytes, at, value) => {
      bytes.set(value, at)
      return value.length
    },
  )

const fixed = <Value>(
  type: number,
  size: number,
  values: readonly Value[],
  write: (bytes: Buffer, at: number, value: Value) => void,
) =>
  encode(type, values, size * values.length, (bytes, at, value) => {
    write(bytes, at, value)
    return size
  })

/**
 * Encodes an array. `write` writes a value and returns the number of bytes written. `most` is the maximum
 * total number of bytes for all values.
 */
function encode<Value>(
  type: number,
  values: readonly Value[],
  most: number,
  write: (bytes: Buffer, at: number, value: Value) => number,
): Buffer {
  const isEmpty = values.length === 0
  const bytes = Buffer.allocUnsafe(isEmpty ? 12 : 20 + 4 * values.length + most)
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(type, 8)
  if (isEmpty) return bytes
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = 20
  for (const value of values) {
    const size = write(bytes, at + 4, value)
    bytes.writeInt32BE(size, at)
    at += 4 + size
  }
  return bytes.subarray(0, at)
}
