/** Number of the coin's smallest units per dollar. USDT has six decimals. */
export const oneUsd = 1_000_000n
const decimals = 6

/**
 * Parses a USD amount from the files into the smallest unit without using floating-point numbers. Rounds
 * excess decimals half to even. Returns `undefined` for an invalid amount.
 */
export function parseUsd(text: string): bigint | undefined {
  const parts = /^\+?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (parts === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = parts
  if (whole === '' && fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  const shift = decimals + Number(exponent) - fraction.length
  if (shift >= 0) return digits * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  const [kept, rest] = [digits / unit, (digits % unit) * 2n]
  return rest > unit || (rest === unit && kept % 2n === 1n) ? kept + 1n : kept
}

export function toUsd(amount: bigint): number {
  return Number(amount) / Number(oneUsd)
}
