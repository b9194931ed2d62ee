import type { Coin } from '../coins/coin-table.ts'
import type { Asking } from '../sources/histories/history-source.ts'

/** Days since the Unix epoch, both inclusive. */
export type Days = { readonly from: number; readonly to: number }

export type DayUsd = { readonly day: number; readonly usdE12: bigint }

/** A source of daily prices. */
export type PriceSource = {
  readonly name: string
  /**
   * Identifies the asset under which the source lists the coin. Coins with the same asset, such as ether on several
   * networks, have the same prices. Undefined if the source does not support the coin's network.
   */
  assetOf(coin: Coin): string | undefined
  /** Reads an asset's prices. Returns no prices for days or assets that the source does not know. */
  read(asset: string, days: Days, asking: Asking): Promise<readonly DayUsd[]>
}

/** The highest price that is stored, in 10^-12 USD. */
const highestUsdE12 = 10n ** 21n
const decimals = 12

/**
 * Parses a decimal number, optionally with an exponent, into units of 10^-12 dollars. Excess decimals are rounded half
 * to even. Returns undefined if it is not a price.
 */
export function parseUsdNumber(text: string): bigint | undefined {
  const match = /^(\d{1,40})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) + decimals - fraction.length
  if (digits === 0n) return 0n
  if (shift >= 0) {
    if (shift > 60) return undefined
    const exact = digits * 10n ** BigInt(shift)
    return exact <= highestUsdE12 ? exact : undefined
  }
  const unit = 10n ** BigInt(Math.min(-shift, 400))
  const [kept, rest] = [digits / unit, digits % unit]
  const isUp = rest * 2n > unit || (rest * 2n === unit && kept % 2n === 1n)
  const rounded = isUp ? kept + 1n : kept
  return rounded <= highestUsdE12 ? rounded : undefined
}

/** Parses JSON, but returns every number as text, because prices must not be converted to floats. */
export function parseJsonNumbersAsText(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  )
}
