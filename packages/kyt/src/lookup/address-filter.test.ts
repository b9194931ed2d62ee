import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AddressFilter } from './address-filter.ts'

const address = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'),
  minLength: 2,
  maxLength: 66,
})

test('finds every added address', () => {
  fc.assert(
    fc.property(fc.array(address, { maxLength: 3000 }), (addresses) => {
      const filter = new AddressFilter()
      for (const one of addresses) filter.add(one)
      for (const one of addresses) filter.add(one)
      expect(addresses.filter((one) => !filter.mayHave(one))).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('rarely matches other addresses, even if many share their last digits', () => {
  const filter = new AddressFilter()
  const of = (number: number) => (Math.imul(number, 0x85ebca6b) >>> 0).toString(16).padStart(42, '0')
  for (let number = 0; number < 100_000; number += 1) filter.add(of(number))
  for (let number = 0; number < 5000; number += 1)
    filter.add(`${number.toString(16).padStart(34, '0')}deadbeef`)
  let wrong = 0
  for (let number = 200_000; number < 300_000; number += 1) if (filter.mayHave(of(number))) wrong += 1
  expect(wrong).toBeLessThan(100)
  expect(filter.mayHave('deadbeef')).toBe(true)
})
