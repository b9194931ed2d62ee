import { expect, test } from 'vitest'
import { findCountries, findCountry } from './find-country.ts'
import { parseBirthDates } from './parse-birth-dates.ts'

test.each([
  ['1958', ['1958-01-01..1958-12-31']],
  ['15.8.1976', ['1976-08-15..1976-08-15']],
  ['05.04.1970', ['1970-04-05..1970-04-05']],
  ['4 May 1955', ['1955-05-04..1955-05-04']],
  ['9 Jan. 1960', ['1960-01-09..1960-01-09']],
  ['February 1960', ['1960-02-01..1960-02-29']],
  ['1964-12-23', ['1964-12-23..1964-12-23']],
  ['1964-12', ['1964-12-01..1964-12-31']],
  ['circa 1950', ['1950-01-01..1950-12-31~']],
  ['Between 1966 and 1967 (Approximately )', ['1966-01-01..1967-12-31~']],
  ['1955 or 1956', ['1955-01-01..1955-12-31', '1956-01-01..1956-12-31']],
  ['1960-1962', ['1960-01-01..1962-12-31']],
  ['1960 to 1962', ['1960-01-01..1962-12-31']],
  ['(a) 1.2.1964, (b) 20.11.1965', ['1964-02-01..1964-02-01', '1965-11-20..1965-11-20']],
  ['1971; 9 January 1972; 1971', ['1971-01-01..1971-12-31', '1972-01-09..1972-01-09']],
  ['31.2.1970', ['1970-01-01..1970-12-31']],
  ['unknown', []],
  ['', []],
])('finds the birth dates in "%s"', (text, expected) => {
  const shown = parseBirthDates(text).map(({ from, to, circa }) => `${from}..${to}${circa ? '~' : ''}`)
  expect(shown).toEqual(expected)
})

test.each([
  ['ir', 'IR'],
  ['IRN', 'IR'],
  ['Iranian', 'IR'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Democratic People’s Republic of Korea', 'KP'],
  ['DPRK.', 'KP'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['(a) German', 'DE'],
  ['constructor', undefined],
  ['Atlantis', undefined],
])('finds the country in "%s"', (text, expected) => {
  expect(findCountry(text)).toBe(expected)
})

test('finds several countries in one string', () => {
  expect(findCountries('Russian and Ukrainian')).toEqual(['RU', 'UA'])
  expect(findCountries('(a) German, (b) Moroccan')).toEqual(['DE', 'MA'])
  expect(findCountries('Bosnia and Herzegovina')).toEqual(['BA'])
})
