import { regionName } from '../../parts/region-name.ts'
import { countryCodes } from './country-codes.ts'

/** The countries with their names in a language, in its order. */
export function countryNames(locale: string): { alpha3: string; name: string }[] {
  const order = new Intl.Collator([locale])
  return countryCodes
    .map(({ alpha3, alpha2 }) => ({ alpha3, name: regionName(locale, alpha2) }))
    .sort((a, b) => order.compare(a.name, b.name))
}
