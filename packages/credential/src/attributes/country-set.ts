import { countryIndex } from './country-index.ts'

/** The capacity of a country set. It is larger than the table. */
const countryPlaces = 252

/**
 * The admitted countries: only the listed countries, all except the listed countries, or any country,
 * including an unknown one.
 */
export type CountryRule = { allowed: readonly string[] } | { barred: readonly string[] } | 'any'

const everywhere = (1n << BigInt(countryPlaces)) - 1n

/** Returns the rule as 252 bits: bit i is set if the country with index i is admitted. */
export function countrySet(rule: CountryRule): bigint {
  if (rule === 'any') return everywhere
  if ('allowed' in rule) return bitsOf(rule.allowed)
  // A rule that excludes a country must not admit an unknown country.
  return everywhere & ~1n & ~bitsOf(rule.barred)
}

function bitsOf(countries: readonly string[]): bigint {
  let bits = 0n
  for (const country of countries) {
    const index = countryIndex(country)
    if (!index) throw new RangeError('a country rule contains a code that is not in the country table')
    bits |= 1n << BigInt(index)
  }
  return bits
}
