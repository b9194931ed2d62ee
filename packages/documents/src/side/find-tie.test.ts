import { expect, test } from 'vitest'
import { parseMrz } from '../mrz/parse-mrz.ts'
import { findTie } from './find-tie.ts'

const parsed = parseMrz(
  ['P<SWEMUELLER<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122M3204159ZE184226B<<<<<12'],
  { today: '2026-11-15' },
)
const tieOf = (text: string, change: Partial<NonNullable<typeof parsed>> = {}) => {
  if (!parsed) throw new Error('the zone was not parsed')
  const lines = text.split('\n').map((line, row) => ({
    words: line.split(' ').map((word, at) => ({ text: word, confidence: 95, x: at * 50, end: at * 50 + 40 })),
    x: 0,
    y: row * 20,
    height: 12,
  }))
  return findTie({ ...parsed, ...change }, lines, '2026-11-15')
}

test('the number ties a front, and so do surname and birth date; the place is that of the print around it', () => {
  expect(tieOf('L898902C3')).toEqual({
    left: 0,
    top: 0,
    right: 40,
    bottom: 12,
    lineHeight: 12,
    contradicts: [],
  })
  expect(tieOf('SWEDEN\n-\nL898902C3')).toMatchObject({ top: 0, bottom: 52 })
  expect(tieOf('MÜLLER\nJOHN\n12 AUG 1974')).toMatchObject({ top: 0, bottom: 52, right: 140 })
})

test('a side with the same number and another birth date, or the other way round, contradicts the zone', () => {
  expect(tieOf('L898902C3\n12 AUG 2022\n15 APR 2032')).toMatchObject({ contradicts: [] })
  expect(tieOf('L898902C3\n12 AUG 2012\n15 APR 2032')).toMatchObject({ contradicts: ['birthDate'] })
  expect(tieOf('L898902C3\n12 AUG 2012\n15 APR 2022\n15 APR 2032')).toMatchObject({
    contradicts: ['birthDate'],
  })
  expect(tieOf('L898902C3\n12 AUG 1974\n15 APR 2033')).toMatchObject({ contradicts: ['expiryDate'] })
  expect(tieOf('MÜLLER\n12 AUG 1974\nK777702X1')).toMatchObject({ contradicts: ['number'] })
})

test('a surname, a birth date or a given name alone ties nothing, nor does a number that is nearly the same', () => {
  for (const text of ['MÜLLER', '12 AUG 1974', 'JOHN\n12 AUG 1974', 'L898902C4', 'something else'])
    expect(tieOf(text), text).toBeUndefined()
})

test('print that is farther away than the card can reach is not the card’s', () => {
  expect(tieOf(`SWEDEN${'\n-'.repeat(40)}\nL898902C3`)).toMatchObject({ top: 820 })
})

test('a number of a few characters is no number that ties', () => {
  expect(tieOf('A 12', { number: '12' })).toBeUndefined()
})
