/** Non-breaking spaces */
const thinSpace = '\u202f'
const unbroken = '\u00a0'

/**
 * The wording for very small amounts and for amounts close to the whole: in English, or in symbols for pages
 * in several languages.
 */
export type AmountWords = { readonly under: string; readonly over: string; readonly percent: string }
/** Wording in English. */
export const englishAmounts: AmountWords = { under: 'under ', over: 'over ', percent: '%' }
/** Wording in symbols, which is independent of the language. */
export const amountSigns: AmountWords = { under: '< ', over: '> ', percent: ' %' }

/** Parses an exact decimal from the contract into millionths. */
export function millionths(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

/** Formats an amount with two decimals and thin spaces between thousands. */
export function amount(value: bigint, { under } = englishAmounts): string {
  if (value > 0n && value < 5000n) return `${under}0.01`
  const hundredths = (value + 5000n) / 10_000n
  const digits = hundredths.toString().padStart(3, '0')
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Formats an amount with its unit. */
export function amountIn(unit: string, value: bigint, words = englishAmounts): string {
  return `${amount(value, words)}${unbroken}${unit}`
}

/** Formats an exact decimal without trailing zeros. */
export function exactAmount(text: string): string {
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? grouped(whole) : `${grouped(whole)}.${kept}`
}

/** Formats a share. Never shows "0%" for a non-zero share, or "100%" for less than the whole. */
export function percent(part: bigint, whole: bigint, words = englishAmounts): string {
  const { under, over, percent: sign } = words
  if (part <= 0n || whole <= 0n) return `0${sign}`
  const thousandths = (part * 1000n + whole / 2n) / whole
  if (thousandths === 0n) return `${under}0.1${sign}`
  if (thousandths >= 1000n && part < whole) return `${over}99.9${sign}`
  const decimal = thousandths % 10n
  return decimal === 0n ? `${thousandths / 10n}${sign}` : `${thousandths / 10n}.${decimal}${sign}`
}

/** Groups digits by thousands, separated by thin spaces. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, thinSpace)
}
