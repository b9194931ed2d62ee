/**
 * Parses JSON like JSON.parse, but returns every number under the key `value` as text. A float can represent
 * every Bitcoin amount with eight decimals exactly, but not Dogecoin's larger amounts or integers above 2^53.
 *
 * Inside a JSON string, a quote is always escaped, so `"value"` followed by a colon and a number can only be
 * a key or the end of a longer key; in the latter case, the change has no effect.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text.replace(/"value"\s*:\s*(-?\d[\d.eE+-]*)/g, '"value":"$1"'))
}

/**
 * Parses JSON like JSON.parse, but returns integers that a float cannot represent exactly as text. Matches
 * whole strings, so that their contents are not changed.
 */
export function parseLargeIntegers(text: string): unknown {
  return JSON.parse(
    text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g, (found) =>
      found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
    ),
  )
}

/**
 * Converts a decimal number to units of 10^-decimals. Returns undefined if the number is invalid or has too
 * many decimals.
 */
export function toUnits(decimal: unknown, decimals: number): bigint | undefined {
  if (typeof decimal !== 'string') return undefined
  const parts = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(decimal)
  if (!parts) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const shift = Number(exponent) + decimals - fraction.length
  const digits = BigInt(whole + fraction)
  const scale = 10n ** BigInt(Math.abs(shift))
  if (shift < 0 && digits % scale !== 0n) return undefined
  const units = shift < 0 ? digits / scale : digits * scale
  return sign === '-' ? -units : units
}
