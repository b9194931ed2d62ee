import { ageOn } from './age-on.ts'
import type { MrzLayout } from './mrz-layout.ts'

/**
 * The French identity card of 1988 to 2021: two lines of 36 characters with a separate layout. The card
 * contains no nationality, because only French citizens receive it, and no expiry date. The first four
 * characters of its number are the year and month of issue. The last digit of the zone is a check digit for
 * all characters before it.
 */
export const frenchCard: MrzLayout = {
  kind: 'TD2',
  lines: 2,
  length: 36,
  codes: /^IDFRA/,
  opening: 'IDFRA',
  fields: [
    { name: 'documentCode', line: 0, from: 0, to: 2, charset: 'code' },
    { name: 'issuingState', line: 0, from: 2, to: 5, charset: 'letter' },
    { name: 'names', line: 0, from: 5, to: 30, charset: 'letter' },
    { name: 'optional1', line: 0, from: 30, to: 36, charset: 'any' },
    { name: 'number', line: 1, from: 0, to: 12, charset: 'any', check: 12 },
    { name: 'givenNames', line: 1, from: 13, to: 27, charset: 'letter' },
    { name: 'birthDate', line: 1, from: 27, to: 33, charset: 'digit', check: 33 },
    { name: 'sex', line: 1, from: 34, to: 35, charset: 'sex' },
  ],
  composite: {
    line: 1,
    at: 35,
    covers: [
      [0, 0, 36],
      [1, 0, 35],
    ],
  },
}

const firstYear = 1988
const lastYear = 2021
/** Cards issued to adults from 2004 to 2013 remain valid for five years after the printed expiry date. */
const prolonged = { from: 2004, to: 2013, years: 15 }
const usualYears = 10

/**
 * Returns the first day of the month in which such a card expires, or undefined if the number does not
 * start with a month in which such cards were issued. The zone does not contain the day of issue, so the
 * result can be a few weeks early.
 */
export function frenchCardExpiry(number: string, birthDate: string | undefined): string | undefined {
  const [, years = '', month = ''] = /^(\d\d)(0[1-9]|1[0-2])/.exec(number) ?? []
  if (month === '') return undefined
  const year = Number(years) + (Number(years) >= firstYear - 1900 ? 1900 : 2000)
  if (year > lastYear) return undefined
  // Calculates the age on the first day of the month, because on the last day some holders who were minors at
  // issue would count as adults.
  const isAdult = birthDate !== undefined && ageOn(birthDate, `${year}-${month}-01`) >= 18
  const isProlonged = isAdult && year >= prolonged.from && year <= prolonged.to
  return `${year + (isProlonged ? prolonged.years : usualYears)}-${month}-01`
}
