import { isoCountries } from '@touchstone/common'
import { icaoTable } from './icao-table.ts'

export type Country = {
  /** As it stands in the zone, without fillers. */
  code: string
  /** ISO 3166-1 alpha-2, where the code stands for a country or its people. */
  alpha2?: string
  name: string
  /** `icao`: a code of travel documents alone; `specimen`: the invented state of examples. */
  kind: 'country' | 'icao' | 'specimen'
}

const countries = new Map<string, Country>([
  ...isoCountries.map(({ alpha2, alpha3, name }): [string, Country] => [
    alpha3,
    { code: alpha3, alpha2, name, kind: 'country' },
  ]),
  ...readIcao(),
  ['UTO', { code: 'UTO', name: 'Utopia (specimen)', kind: 'specimen' }],
])

/** Who issued a document or whose national someone is, by the three letters of the zone (`D<<` is Germany). */
export function countryOf(code: string): Country | undefined {
  return countries.get(code.replace(/<+$/, ''))
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
