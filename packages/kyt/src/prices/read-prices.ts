import { readCsv } from '../files/read-csv.ts'
import { showText } from '../files/show-text.ts'

/** The value of one whole unit of a coin on one day. */
export type Price = {
  readonly coin: string
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string
  /** US dollars times 10^12. */
  readonly usdE12: bigint
}

export type PriceEntry = { readonly file: string; readonly line: number } & (
  | { readonly price: Price }
  | { readonly problem: string }
)

export type ReadPricesOptions = {
  readonly file: string
  readonly isCoin: (identifier: string) => boolean
}

export const priceHeader = ['coin', 'date', 'usd'] as const

const decimals = 12
const highest = 1_000_000_000n * 10n ** BigInt(decimals)

/**
 * Reads the rows of a CSV file with daily prices. If a coin has two prices for one day, emits both rows in
 * file order.
 */
export async function* readPrices(options: ReadPricesOptions): AsyncGenerator<PriceEntry> {
  const { file, isCoin } = options
  for await (const row of readCsv({ file, header: priceHeader })) {
    const place = { file, line: row.line }
    if ('problem' in row) yield { ...place, problem: row.problem }
    else yield { ...place, ...mapPrice(row.fields, isCoin) }
  }
}

/** Reads the fields of one row. */
export function mapPrice(fields: readonly string[], isCoin: (identifier: string) => boolean) {
  const [coin = '', date = '', usd = ''] = fields.map((field) => field.trim())
  if (!isCoin(coin)) return { problem: `unknown coin ${showText(coin)}` }
  if (!isDate(date)) return { problem: `date ${showText(date)} is not a valid date in the form 2025-01-31` }
  const usdE12 = parseUsd(usd)
  if (usdE12 === undefined) return { problem: `usd ${showText(usd)} is not a decimal number like 0.9998` }
  if (usdE12 > highest) return { problem: `usd ${showText(usd)} is too large for a price` }
  return { price: { coin, date, usdE12 } }
}

/**
 * Parses a decimal number into units of 10^-12 dollars. Excess decimal places are rounded half to even, to
 * avoid a bias over many prices.
 */
export function parseUsd(text: string): bigint | undefined {
  const match = /^(\d{1,30})(?:\.(\d{1,60}))?$/.exec(text)
  if (match === null) return undefined
  const fraction = match[2] ?? ''
  const kept = BigInt((match[1] ?? '0') + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rest = fraction.slice(decimals).replace(/0+$/, '')
  const isHalf = rest === '5'
  const roundUp = isHalf ? kept % 2n === 1n : rest >= '5'
  return roundUp ? kept + 1n : kept
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
