import { expect, test } from 'vitest'
import { isoCountries } from './iso-countries.ts'

test('lists every ISO 3166 country once, with unique codes', () => {
  expect(isoCountries).toHaveLength(249)
  for (const field of ['alpha2', 'alpha3', 'name'] as const) {
    expect(new Set(isoCountries.map((country) => country[field])).size).toBe(249)
  }
  for (const { alpha2, alpha3 } of isoCountries) {
    expect([alpha2, alpha3]).toEqual([
      expect.stringMatching(/^[A-Z]{2}$/),
      expect.stringMatching(/^[A-Z]{3}$/),
    ])
  }
})

test("uses two-letter codes that match the platform's region codes", () => {
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  expect(isoCountries.filter(({ alpha2 }) => regions.of(alpha2) === undefined)).toEqual([])
})

test('distinguishes countries with similar codes', () => {
  const alpha2 = (alpha3: string) => isoCountries.find((country) => country.alpha3 === alpha3)?.alpha2
  expect(['AUT', 'AUS', 'CHE', 'CHN', 'PRK', 'KOR', 'COD', 'COG', 'SVK', 'SVN'].map(alpha2)).toEqual([
    'AT',
    'AU',
    'CH',
    'CN',
    'KP',
    'KR',
    'CD',
    'CG',
    'SK',
    'SI',
  ])
})
