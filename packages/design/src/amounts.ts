/** Spaces that never end a line. */
const thinSpace = '\u202f'
const unbroken = '\u00a0'

/** How very small and nearly whole ones are told: in English words, or where a page has several languages by signs. */
export type AmountWords = { readonly under: string; readonly over: string; readonly percent: string }
export const englishAmounts: AmountWords = { under: 'under ', over: 'over ', percent: '%' }
export const amountSigns: AmountWords = { under: '< ', over: '> ', percent: ' %' }

/** An exact decimal text of the contract in millionths. */
export function millionths(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

/** For people: thin spaces between the thousands, two decimals. */
export function amount(value: bigint, { under } = englishAmounts): string {
  if (value > 0n && value < 5000n) return `${under}0.01`
  const hundredths = (value + 5000n) / 10_000n
  const digits = hundredths.toString().padStart(3, '0')
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}

export function amountIn(unit: string, value: bigint, words = englishAmounts): string {
  return `${amount(value, words)}${unbroken}${unit}`
}

/** Every digit that says something, to reckon with. */
export function exactAmount(text: string): string {
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? grouped(whole) : `${grouped(whole)}.${kept}`
}

/** Never "0%" for something, nor "100%" for less than all. */
export function percent(part: bigint, whole: bigint, words = englishAmounts): string {
  const { under, over, percent: sign } = words
  if (part <= 0n || whole <= 0n) return `0${sign}`
  const thousandths = (part * 1000n + whole / 2n) / whole
  if (thousandths === 0n) return `${under}0.1${sign}`
  if (thousandths >= 1000n && part < whole) return `${over}99.9${sign}`
  const decimal = thousandths % 10n
  return decimal === 0n ? `${thousandths / 10n}${sign}` : `${thousandths / 10n}.${decimal}${sign}`
}

export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, thinSpace)
}
