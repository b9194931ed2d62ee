import { isoCountries } from '@touchstone/common'
import { icaoTable } from './icao-table.ts'

export type Country = {
  /** As it stands in the zone, without fillers. */
  code: string
  /** ISO 3166-1 alpha-2, where the code stands for a country or its people. */
  alpha2?: string
  name: string
  /** `icao`: a code of travel documents alone; `specimen`: an invented state of examples. */
  kind: 'country' | 'icao' | 'specimen'
}

const countries = new Map<string, Country>([
  ...isoCountries.map(({ alpha2, alpha3, name }): [string, Country] => [
    alpha3,
    { code: alpha3, alpha2, name, kind: 'country' },
  ]),
  ...readIcao(),
  ['UTO', { code: 'UTO', name: 'Utopia (specimen)', kind: 'specimen' }],
  // The printer of German documents, on its own examples.
  ['BDR', { code: 'BDR', name: 'Bundesdruckerei (specimen)', kind: 'specimen' }],
])

/** Who issued a document or whose national someone is, by the three letters of the zone (`D<<` is Germany). */
export function countryOf(code: string): Country | undefined {
  return countries.get(code.replace(/<+$/, ''))
}

const codeOfAlpha2 = new Map(isoCountries.map(({ alpha2, alpha3 }) => [alpha2, alpha3]))

/** The country of a code of two letters, which some issuers write instead of three. */
export function countryOfTwoLetters(alpha2: string): Country | undefined {
  return countries.get(codeOfAlpha2.get(alpha2) ?? '')
}

/** Every code that can stand in a zone. */
export const allCountries: readonly Country[] = [...countries.values()]

function readIcao(): [string, Country][] {
  return icaoTable
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [code = '', alpha2 = '-', ...words] = entry.split(' ')
      return [code, { code, name: words.join(' '), kind: 'icao', ...(alpha2 !== '-' && { alpha2 }) }]
    })
}
