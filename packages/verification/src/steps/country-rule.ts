import { isoCountries } from '@touchstone/common'
import type { ProgramRules } from '@touchstone/kyc'

/**
 * Returns whether a program's rule admits a country. A rule with a list of countries does not admit unknown
 * countries.
 */
export function admits({ allowedCountries, barredCountries }: ProgramRules, alpha3: string): boolean {
  if (allowedCountries) return allowedCountries.includes(alpha3)
  if (!barredCountries || barredCountries.length === 0) return true
  return alpha3 !== '' && !barredCountries.includes(alpha3)
}

const byAlpha2 = new Map(isoCountries.map(({ alpha2, alpha3 }) => [alpha2, alpha3]))

/** Kosovo's commonly used two-letter code is not part of the standard. */
export function alpha3Of(alpha2: string | undefined): string {
  if (alpha2 === 'XK') return 'XKX'
  return byAlpha2.get(alpha2 ?? '') ?? ''
}
