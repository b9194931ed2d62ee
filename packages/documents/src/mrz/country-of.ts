import { isoCountries } from '@touchstone/common'
import { icaoTable } from './icao-table.ts'

export type Country = {
  /** The code as written in the zone, without fillers. */
  code: string
  /** ISO 3166-1 alpha-2, if the code denotes a country or its nationals. */
  alpha2?: string
  name: string
  /** `icao`: a code used only in travel documents; `specimen`: an invented state used in examples. */
  kind: 'country' | 'icao' | 'specimen'
}

const countries = new Map<string, Country>([
  ...isoCountries.map(({ alpha2, alpha3, name }): [string, Country] => [
    alpha3,
    { code: alpha3, alpha2, name, kind: 'country' },
  ]),
  ...readIcao(),
  ['UTO', { code: 'UTO', name: 'Utopia (specimen)', kind: 'specimen' }],
  // The code that the printer of German documents uses on specimens.
  ['BDR', { code: 'BDR', name: 'Bundesdruckerei (specimen)', kind: 'specimen' }],
])

/** Returns the issuing state or nationality for the three-letter code of the zone (`D<<` is Germany). */
export function countryOf(code: string): Country | undefined {
  return countries.get(code.replace(/<+$/, ''))
}

const codeOfAlpha2 = new Map(isoCountries.map(({ alpha2, alpha3 }) => [alpha2, alpha3]))

/** Returns the country for a two-letter code. Some issuers use two letters instead of three. */
export function countryOfTwoLetters(alpha2: string): Country | undefined {
  return countries.get(codeOfAlpha2.get(alpha2) ?? '')
}

/** Returns every code that can occur in a zone. */
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
