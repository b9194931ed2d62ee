import { expect, test } from 'vitest'
import { createSeededRandom, randomDigits, randomInteger } from './random.ts'

test('one seed, one sequence; another seed, another', () => {
  const draw = (seed: string) => createSeededRandom(seed).bytes(100).toString('hex')
  expect(draw('a')).toBe(draw('a'))
  expect(draw('a')).not.toBe(draw('b'))
})

test('reading in pieces gives the same bytes as reading at once', () => {
  const pieces = createSeededRandom('a')
  const joined = Buffer.concat([pieces.bytes(7), pieces.bytes(40), pieces.bytes(53)])
  expect(joined.equals(createSeededRandom('a').bytes(100))).toBe(true)
})

test('integers stay below the bound and reach every value', () => {
  const random = createSeededRandom('integers')
  const seen = new Set(Array.from({ length: 1000 }, () => randomInteger(random, 7)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('digits have the asked length', () => {
  expect(randomDigits(createSeededRandom('digits'), 31)).toMatch(/^[0-9]{31}$/)
})
