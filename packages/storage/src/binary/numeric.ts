// PostgreSQL's binary `numeric` format: number of digits, weight of the first digit, sign, scale, and the
// digits in base 10,000. Supports integers only, because amounts are integers.

const base = 10_000
/**
 * 10,000 to the power of 3. Three digits are processed at a time, because they fit exactly into a JavaScript
 * number.
 */
const threeDigits = 1_000_000_000_000n
const negative = 0x4000

/** Returns an upper bound for the encoded size. */
export function numericSize(value: bigint): number {
  if (value === 0n) return 8
  // A base-10,000 digit holds 13.28 bits.
  return 8 + 2 * (Math.ceil(bitsOf(value) / 13) + 1)
}

const safe = BigInt(Number.MAX_SAFE_INTEGER)
const sixteenBytes = 2n ** 128n

/**
 * Returns an upper bound for the number of bits. Most amounts are so small that their digits do not have to
 * be counted.
 */
function bitsOf(value: bigint): number {
  if (value >= -safe && value <= safe) return 53
  return value > 0n && value < sixteenBytes ? 128 : value.toString(16).length * 4
}

export function writeNumeric(bytes: Buffer, at: number, value: bigint): number {
  const count = value === 0n ? 0 : gatherDigits(value < 0n ? -value : value)
  bytes.writeInt16BE(count, at)
  bytes.writeInt16BE(count === 0 ? 0 : count - 1, at + 2)
  bytes.writeUInt16BE(value < 0n ? negative : 0, at + 4)
  bytes.writeInt16BE(0, at + 6)
  for (let index = 0; index < count; index++) {
    bytes.writeInt16BE(digits[count - 1 - index] ?? 0, at + 8 + 2 * index)
  }
  return 8 + 2 * count
}

/**
 * The current number's digits, lowest first. The list is reused, because allocating it would take longer than
 * computing the digits.
 */
const digits: number[] = []

function gatherDigits(value: bigint): number {
  let count = 0
  let rest = value
  while (rest > safe) {
    const above = rest / threeDigits
    let three = Number(rest - above * threeDigits)
    rest = above
    for (let index = 0; index < 3; index++) {
      const next = Math.floor(three / base)
      digits[count++] = three - next * base
      three = next
    }
  }
  for (let number = Number(rest); number > 0; ) {
    const next = Math.floor(number / base)
    digits[count++] = number - next * base
    number = next
  }
  while (count > 0 && digits[count - 1] === 0) count--
  return count
}

export function readNumeric(bytes: Buffer): bigint {
  const count = bytes.readInt16BE(0)
  const weight = bytes.readInt16BE(2)
  if (count > weight + 1) throw new RangeError('a number in the store is not an integer')
  let value = 0n
  for (let index = 0; index <= weight; ) {
    // Processes three digits at a time, because bigint arithmetic is expensive.
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
