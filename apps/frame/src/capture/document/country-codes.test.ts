import { isoCountries } from '@touchstone/common'
import { expect, test } from 'vitest'
import { countryCodes, countryNames } from './country-codes.ts'

test('contains every ISO 3166-1 country, and Kosovo, which issues documents as RKS', () => {
  const isoCodes = isoCountries.map(({ alpha3, alpha2 }) => ({ alpha3, alpha2 }))
  const byCode = (a: { alpha3: string }, b: { alpha3: string }) => (a.alpha3 < b.alpha3 ? -1 : 1)
  expect([...countryCodes].sort(byCode)).toEqual([...isoCodes, { alpha3: 'RKS', alpha2: 'XK' }].sort(byCode))
})

test('returns country names in the given language, sorted by the rules of that language', () => {
  const english = countryNames('en')
  expect(english.find(({ alpha3 }) => alpha3 === 'DEU')?.name).toBe('Germany')
  expect(english.at(0)?.name).toBe('Afghanistan')
  expect(countryNames('zh-HK').find(({ alpha3 }) => alpha3 === 'DEU')?.name).toBe('德國')
})
