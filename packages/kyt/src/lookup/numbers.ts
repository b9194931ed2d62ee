/** JSON would write larger numbers with an exponent. */
const largest = 10n ** 21n - 10n ** 6n

/**
 * Converts an exact amount in the smallest unit to a number with `places` decimals, rounded half to even. All
 * amounts are rounded with this function.
 */
export function toDecimal(amount: bigint, decimals: number, places: number): number {
  const rounded = rescale(amount, decimals, places)
  const one = 10n ** BigInt(places)
  const limit = largest * one
  const beyond = rounded > limit || rounded < -limit
  const clamped = beyond ? (rounded < 0n ? -limit : limit) : rounded
  const sign = clamped < 0n ? '-' : ''
  const digits = (clamped < 0n ? -clamped : clamped).toString().padStart(places + 1, '0')
  const text = `${sign}${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`
  // Adding zero turns negative zero into zero.
  return Number(text) + 0
}

/** Formats an amount in the smallest unit as an exact decimal, without trailing zeros. */
export function exactDecimal(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function rescale(amount: bigint, from: number, to: number): bigint {
  if (to >= from) return amount * 10n ** BigInt(to - from)
  return divideHalfEven(amount, 10n ** BigInt(from - to))
}

export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n
  const absolute = negative ? -dividend : dividend
  const quotient = absolute / divisor
  const twice = (absolute % divisor) * 2n
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

/**
 * Returns the percentage of each part, rounded so that the percentages add up to exactly 100. The remainder
 * from rounding down goes to the parts that lost the most by rounding; among parts that lost the same amount,
 * earlier parts come first.
 */
export function shares(parts: readonly bigint[], places: number): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole <= 0n) return parts.map(() => 0)
  const units = 100n * 10n ** BigInt(places)
  const floors = parts.map((part) => (part * units) / whole)
  let left = units - floors.reduce((sum, floor) => sum + floor, 0n)
  const byLoss = parts
    .map((part, index) => ({ index, loss: (part * units) % whole }))
    .sort((a, b) => (a.loss === b.loss ? a.index - b.index : a.loss > b.loss ? -1 : 1))
  for (const { index } of byLoss) {
    if (left === 0n) break
    floors[index] = (floors[index] ?? 0n) + 1n
    left -= 1n
  }
  return floors.map((floor) => toDecimal(floor, places, places))
}

export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}
