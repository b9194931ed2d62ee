// PostgreSQL's `numeric` in the binary form: a count of digits, the weight of the first, a sign, a scale, and the digits
// to the base of 10,000. Whole numbers only: that is what amounts are.

const base = 10_000
/** As many digits as fit into a number. */
const threeDigits = 1_000_000_000_000n
const negative = 0x4000

/** At least as many bytes as the number takes. */
export function numericSize(value: bigint): number {
  const bits = value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n ? 53 : bitsOf(value)
  // A digit holds 13.28 bits.
  return 8 + 2 * (Math.ceil(bits / 13) + 1)
}

const bitsOf = (value: bigint) => value.toString(16).length * 4

export function writeNumeric(bytes: Buffer, at: number, value: bigint): number {
  const digits: number[] = []
  let rest = value < 0n ? -value : value
  while (rest > 0n) {
    const above = rest / threeDigits
    let three = Number(rest - above * threeDigits)
    rest = above
    for (let index = 0; index < 3; index++) {
      const next = Math.floor(three / base)
      digits.push(three - next * base)
      three = next
    }
  }
  while (digits.at(-1) === 0) digits.pop()
  bytes.writeInt16BE(digits.length, at)
  bytes.writeInt16BE(Math.max(0, digits.length - 1), at + 2)
  bytes.writeUInt16BE(value < 0n ? negative : 0, at + 4)
  bytes.writeInt16BE(0, at + 6)
  for (let index = 0; index < digits.length; index++) {
    bytes.writeInt16BE(digits[digits.length - 1 - index] ?? 0, at + 8 + 2 * index)
  }
  return 8 + 2 * digits.length
}

export function readNumeric(bytes: Buffer): bigint {
  const count = bytes.readInt16BE(0)
  const weight = bytes.readInt16BE(2)
  if (count > weight + 1) throw new RangeError('a number of the store is not whole')
  let value = 0n
  for (let index = 0; index <= weight; ) {
    // Three digits at a time: arithmetic with bigints is what this costs.
    let three = 0
    let scale = 1
    for (let of = 0; of < 3 && index <= weight; of++, index++) {
      three = three * base + (index < count ? bytes.readInt16BE(8 + 2 * index) : 0)
      scale *= base
    }
    value = value * BigInt(scale) + BigInt(three)
  }
  return bytes.readUInt16BE(4) === negative ? -value : value
}
