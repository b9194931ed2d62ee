import { states } from 'mrz'
import { describe, expect, test } from 'vitest'
import { ageOn } from './age-on.ts'
import { allCountries, countryOf } from './country-of.ts'
import { dateOf } from './date-of.ts'
import { isExpired } from './is-expired.ts'
import { transliterate } from './transliterate.ts'

describe('countries', () => {
  test('knows every ICAO code in an independent list', () => {
    expect(Object.keys(states).filter((code) => countryOf(code) === undefined)).toEqual([])
  })

  test("contains each code and each country's alpha-2 code once", () => {
    const plain = allCountries.filter(({ kind }) => kind === 'country')
    expect(plain).toHaveLength(249)
    expect(new Set(plain.map(({ code }) => code)).size).toBe(249)
    expect(new Set(plain.map(({ alpha2 }) => alpha2)).size).toBe(249)
  })

  test('handles fillers, the code D for Germany and the invented state', () => {
    expect(countryOf('D<<')).toMatchObject({ name: 'Germany', alpha2: 'DE' })
    expect(countryOf('XXA')).toMatchObject({ name: 'Stateless person', kind: 'icao' })
    expect(countryOf('UTO')).toMatchObject({ kind: 'specimen' })
    expect(countryOf('ZZZ')).toBeUndefined()
  })
})

describe('dates', () => {
  test('assigns a birth date to the previous century if it would otherwise be in the future', () => {
    expect(dateOf('261115', 'birth', '2026-11-15')).toBe('2026-11-15')
    expect(dateOf('261116', 'birth', '2026-11-15')).toBe('1926-11-16')
    expect(dateOf('740812', 'birth', '2026-11-15')).toBe('1974-08-12')
    expect(dateOf('000229', 'birth', '2026-11-15')).toBe('2000-02-29')
  })

  test('assigns an expiry date to the century that is within fifty years of today', () => {
    expect(dateOf('120415', 'expiry', '2026-11-15')).toBe('2012-04-15')
    expect(dateOf('361231', 'expiry', '2026-11-15')).toBe('2036-12-31')
    expect(dateOf('991231', 'expiry', '2026-11-15')).toBe('1999-12-31')
  })

  test('rejects dates that do not exist', () => {
    expect(dateOf('230229', 'birth', '2026-11-15')).toBeUndefined()
    expect(dateOf('741301', 'birth', '2026-11-15')).toBeUndefined()
    expect(dateOf('74<<<<', 'birth', '2026-11-15')).toBeUndefined()
  })

  test('counts full years and moves a birthday on 29 February to 1 March', () => {
    expect(ageOn('2008-11-15', '2026-11-15')).toBe(18)
    expect(ageOn('2008-11-16', '2026-11-15')).toBe(17)
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })

  test('treats a document as valid on its last day', () => {
    expect(isExpired('2026-11-15', '2026-11-15')).toBe(false)
    expect(isExpired('2026-11-14', '2026-11-15')).toBe(true)
  })
})

// Doc 9303 part 3, section 6 A and B.
test.each([
  ['Müller-Weiß', 'MUELLER<WEISS'],
  ['Åkesson', 'AAKESSON'],
  ['Sørensen', 'SOERENSEN'],
  ["D'Artagnan", 'DARTAGNAN'],
  ['O’Connor', 'OCONNOR'],
  ['Łukasik Żak', 'LUKASIK<ZAK'],
  ['Þórður', 'THORDUR'],
  ['García López', 'GARCIA<LOPEZ'],
])('transliterates %s to %s', (name, zone) => {
  expect(transliterate(name)).toBe(zone)
})
