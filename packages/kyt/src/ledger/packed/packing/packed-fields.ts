import type { BytesReader } from './bytes-reader.ts'
import type { BytesWriter } from './bytes-writer.ts'

// The lengths of addresses and amounts vary little, so they are encoded in a few bits of a row's first byte.

/**
 * Address lengths that have a two-bit code of their own. For all other lengths, the last code is used and the
 * length is stored after it.
 */
const lengths = [0, 20, 32]
const otherLength = 3
const largeAmount = 15

/** Returns the two-bit code for the length of an address in hex. */
export function addressCode(address: string): number {
  const code = lengths.indexOf(address.length / 2)
  return code === -1 ? otherLength : code
}

export function writeAddress(to: BytesWriter, address: string): void {
  if (addressCode(address) === otherLength) to.byte(address.length / 2)
  to.hex(address)
}

export function readAddress(from: BytesReader, code: number): string {
  return from.hex(code === otherLength ? from.byte() : (lengths[code] ?? 0))
}

export function skipAddress(from: BytesReader, code: number): void {
  from.skip(code === otherLength ? from.byte() : (lengths[code] ?? 0))
}

/** Returns an amount's hex digits, padded to whole bytes. Empty for zero. */
export function amountDigits(amount: bigint): string {
  if (amount === 0n) return ''
  const digits = amount.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** Returns the four-bit code for an amount's length. */
export function amountCode(digits: string): number {
  return Math.min(digits.length / 2, largeAmount)
}

export function writeAmount(to: BytesWriter, digits: string): void {
  if (amountCode(digits) === largeAmount) to.byte(digits.length / 2)
  to.hex(digits)
}

export function readAmount(from: BytesReader, code: number): bigint {
  return from.amount(code === largeAmount ? from.byte() : code)
}

export function skipAmount(from: BytesReader, code: number): void {
  from.skip(code === largeAmount ? from.byte() : code)
}
