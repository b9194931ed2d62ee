import { countryTable } from './country-table.ts'

const indexes = new Map(countryTable.map((code, index) => [code, index]))

/** The place of a country (ISO 3166-1 alpha-3, or '' for "unknown") in the table; undefined for what is not in it. */
export function countryIndex(alpha3: string): number | undefined {
  return indexes.get(alpha3)
}
