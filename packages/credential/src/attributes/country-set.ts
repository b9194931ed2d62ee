import { countryIndex } from './country-index.ts'

/** How many places a set has; more than the table uses. */
const countryPlaces = 252

/** Which countries are admitted: only some, all but some, or whichever, even an unknown one. */
export type CountryRule = { allowed: readonly string[] } | { barred: readonly string[] } | 'any'

const everywhere = (1n << BigInt(countryPlaces)) - 1n

/** The rule as 252 bits: bit i is set where the country with index i is admitted. */
export function countrySet(rule: CountryRule): bigint {
  if (rule === 'any') return everywhere
  if ('allowed' in rule) return bitsOf(rule.allowed)
  // Who bars one country must not admit somebody of whom none is known.
  return everywhere & ~1n & ~bitsOf(rule.barred)
}

function bitsOf(countries: readonly string[]): bigint {
  let bits = 0n
  for (const country of countries) {
    const index = countryIndex(country)
    if (!index) throw new RangeError('a country rule names something that is not in the country table')
    bits |= 1n << BigInt(index)
  }
  return bits
}
