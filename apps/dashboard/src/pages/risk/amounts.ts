/** Spaces that never end a line. */
const thinSpace = '\u202f'
const unbroken = '\u00a0'

/** An exact decimal text of the contract in millionths. */
export function millionths(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

/** For people: thin spaces between the thousands, two decimals. */
export function amount(value: bigint): string {
  if (value > 0n && value < 5000n) return '< 0.01'
  const digits = ((value + 5000n) / 10_000n).toString().padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thinSpace)}.${digits.slice(-2)}`
}

export const amountIn = (unit: string, value: bigint): string => `${amount(value)}${unbroken}${unit}`

/** Never "0 %" for something, nor "100 %" for less than all. */
export function percent(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return '0 %'
  const thousandths = (part * 1000n + whole / 2n) / whole
  if (thousandths === 0n) return '< 0.1 %'
  if (thousandths >= 1000n && part < whole) return '> 99.9 %'
  const decimal = thousandths % 10n
  return decimal === 0n ? `${thousandths / 10n} %` : `${thousandths / 10n}.${decimal} %`
}
