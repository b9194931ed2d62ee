/** Spaces that never end a line. */
const thinSpace = '\u202f'
const unbroken = '\u00a0'

/** An exact decimal text of the contract in millionths. */
export function millionths(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

/** For people: thin spaces between the thousands, two decimals. */
export function amount(value: bigint): string {
  if (value > 0n && value < 5000n) return 'under 0.01'
  const hundredths = (value + 5000n) / 10_000n
  const digits = hundredths.toString().padStart(3, '0')
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}

export function amountIn(unit: string, value: bigint): string {
  return `${amount(value)}${unbroken}${unit}`
}

/** Every digit that says something, to reckon with. */
export function exactAmount(text: string): string {
  const [whole = '', decimals = ''] = text.split('.')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? grouped(whole) : `${grouped(whole)}.${kept}`
}

/** Never "0%" for something, nor "100%" for less than all. */
export function percent(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return '0%'
  const thousandths = (part * 1000n + whole / 2n) / whole
  if (thousandths === 0n) return 'under 0.1%'
  if (thousandths >= 1000n && part < whole) return 'over 99.9%'
  const decimal = thousandths % 10n
  return decimal === 0n ? `${thousandths / 10n}%` : `${thousandths / 10n}.${decimal}%`
}

/** `1 hop`, `3 hops`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(String(count))} ${count === 1 ? one : many}`
}

export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, thinSpace)
}
