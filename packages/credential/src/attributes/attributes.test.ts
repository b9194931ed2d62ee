import { createHash } from 'node:crypto'
import { isoCountries, UserError } from '@touchstone/common'
import { describe, expect, test } from 'vitest'
import { sampleAttributes } from '../testing/sample.ts'
import { checkAttributes, noDate } from './check-attributes.ts'
import { countryIndex, countryTable } from './country-index.ts'
import { countrySet } from './country-set.ts'
import { dayOf, isDay } from './days.ts'
import { chainField, walletField } from './wallet-field.ts'

describe('Country table', () => {
  test('must not change without a new schema', () => {
    expect(countryTable).toHaveLength(252)
    expect(createHash('sha256').update(countryTable.join()).digest('hex')).toBe(
      '0729daf7a15dd901bff259dd45d8e7a5614e5a36318468c65cbf2b0aa8ea8c98',
    )
    expect(Object.isFrozen(countryTable)).toBe(true)
  })

  test('contains every country that the service supports exactly once, in order', () => {
    const [unknown, ...codes] = countryTable
    expect(unknown).toBe('')
    expect(codes).toEqual([...new Set(codes)].sort())
    expect(codes).toEqual([...isoCountries.map(({ alpha3 }) => alpha3), 'XKX', 'XXA'].sort())
    expect([countryIndex(''), countryIndex('ABW'), countryIndex('ZWE')]).toEqual([0, 1, 251])
    expect(countryIndex('DE')).toBeUndefined()
  })
})

test("encodes a country rule as bits and admits an unknown country only with 'any'", () => {
  expect(countrySet({ allowed: ['ABW', 'AFG'] })).toBe(0b110n)
  expect(countrySet({ allowed: [] })).toBe(0n)
  expect(countrySet('any')).toBe(2n ** 252n - 1n)
  expect(countrySet({ barred: ['ZWE'] })).toBe(2n ** 251n - 2n)
  expect(countrySet({ barred: [] })).toBe(2n ** 252n - 2n)
  for (const wrong of ['', 'XYZ', 'de']) expect(() => countrySet({ barred: [wrong] })).toThrow(RangeError)
})

test('uses calendar days in UTC', () => {
  expect(dayOf(0)).toBe(19700101)
  expect(dayOf(Date.UTC(2024, 1, 29, 23, 59, 59, 999))).toBe(20240229)
  expect(dayOf(Date.UTC(2024, 2, 1))).toBe(20240301)
  for (const day of [20240229, 20000229, 19991231, noDate]) expect(isDay(day)).toBe(true)
  for (const day of [20230229, 19000229, 20241301, 20240431, 20240100, 2024011, 1.5, Number.NaN]) {
    expect(isDay(day)).toBe(false)
  }
})

test('converts wallets and chains to field elements', () => {
  expect(walletField('evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(
    0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266n,
  )
  const hash = createHash('sha256')
    .update('solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
    .digest('hex')
  expect(walletField('solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe(
    BigInt(`0x${hash.slice(0, 62)}`),
  )
  expect(() => walletField('evm', '0x12')).toThrow(RangeError)
  expect(chainField(137)).toBe(137n)
  expect(() => chainField(-1)).toThrow(RangeError)
})

describe('checkAttributes', () => {
  test.each([
    ['birthDate', { birthDate: 20261116 }],
    ['birthDate', { birthDate: 19990231 }],
    ['documentExpiry', { documentExpiry: 0 }],
    ['accreditedUntil', { accreditedUntil: 20271301 }],
    ['citizenship', { citizenship: 'EE' }],
    ['sanctionDate', { sanctionResult: 1 as const, sanctionDate: noDate }],
    ['sanctionDate', { sanctionResult: 0 as const, sanctionDate: 20260101 }],
    ['accreditation', { accreditation: 256 }],
  ])('rejects an invalid %s without quoting its value', (name, attributes) => {
    const check = () => checkAttributes({ ...sampleAttributes, ...attributes }, 20261115)
    expect(check).toThrow(UserError)
    expect(check).toThrow(`"${name}"`)
    for (const value of Object.values(attributes)) expect(check).not.toThrow(String(value))
  })

  test('accepts unknown values', () => {
    const unknown = { birthDate: noDate, citizenship: '', sanctionResult: 0 as const, sanctionDate: noDate }
    expect(() => checkAttributes({ ...sampleAttributes, ...unknown }, 20261115)).not.toThrow()
  })
})
