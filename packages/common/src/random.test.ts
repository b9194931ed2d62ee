import { expect, test } from 'vitest'
import { createSeededRandom, randomDigits, randomInteger } from './random.ts'

test('produces the same sequence for the same seed, and different sequences for different seeds', () => {
  const draw = (seed: string) => createSeededRandom(seed).bytes(100).toString('hex')
  expect(draw('a')).toBe(draw('a'))
  expect(draw('a')).not.toBe(draw('b'))
})

test('produces the same bytes when read in pieces', () => {
  const pieces = createSeededRandom('a')
  const joined = Buffer.concat([pieces.bytes(7), pieces.bytes(40), pieces.bytes(53)])
  expect(joined.equals(createSeededRandom('a').bytes(100))).toBe(true)
})

test('returns every integer below the bound and no other', () => {
  const random = createSeededRandom('integers')
  const seen = new Set(Array.from({ length: 1000 }, () => randomInteger(random, 7)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('returns digits of the requested length', () => {
  expect(randomDigits(createSeededRandom('digits'), 31)).toMatch(/^[0-9]{31}$/)
})
