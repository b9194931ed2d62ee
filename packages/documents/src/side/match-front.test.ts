import { expect, test } from 'vitest'
import { parseMrz } from '../mrz/parse-mrz.ts'
import { matchFront } from './match-front.ts'

const parsed = parseMrz(
  ['P<SWEMUELLER<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122M3204159ZE184226B<<<<<12'],
  { today: '2026-11-15' },
)
const matchOf = (text: string, change: Partial<NonNullable<typeof parsed>> = {}) => {
  if (!parsed) throw new Error('the zone was not parsed')
  const lines = text.split('\n').map((line, row) => ({
    words: line.split(' ').map((word, at) => ({ text: word, confidence: 95, x: at * 50, end: at * 50 + 40 })),
    x: 0,
    y: row * 20,
    height: 12,
  }))
  return matchFront({ ...parsed, ...change }, lines, '2026-11-15')
}

test('matches a front by number, or by surname and birth date, and returns the area of the surrounding print', () => {
  expect(matchOf('L898902C3')).toEqual({
    left: 0,
    top: 0,
    right: 40,
    bottom: 12,
    lineHeight: 12,
    contradicts: [],
  })
  expect(matchOf('SWEDEN\n-\nL898902C3')).toMatchObject({ top: 0, bottom: 52 })
  expect(matchOf('MÜLLER\nJOHN\n12 AUG 1974')).toMatchObject({ top: 0, bottom: 52, right: 140 })
})

test('reports a contradiction if only the number or only the birth date matches', () => {
  expect(matchOf('L898902C3\n12 AUG 2022\n15 APR 2032')).toMatchObject({ contradicts: [] })
  expect(matchOf('L898902C3\n12 AUG 2012\n15 APR 2032')).toMatchObject({ contradicts: ['birthDate'] })
  expect(matchOf('L898902C3\n12 AUG 2012\n15 APR 2022\n15 APR 2032')).toMatchObject({
    contradicts: ['birthDate'],
  })
  expect(matchOf('L898902C3\n12 AUG 1974\n15 APR 2033')).toMatchObject({ contradicts: ['expiryDate'] })
  expect(matchOf('MÜLLER\n12 AUG 1974\nK777702X1')).toMatchObject({ contradicts: ['number'] })
})

test('does not match by surname, birth date or given name alone, or by a similar number', () => {
  for (const text of ['MÜLLER', '12 AUG 1974', 'JOHN\n12 AUG 1974', 'L898902C4', 'something else'])
    expect(matchOf(text), text).toBeUndefined()
})

test('ignores print that is too far away to be part of the card', () => {
  expect(matchOf(`SWEDEN${'\n-'.repeat(40)}\nL898902C3`)).toMatchObject({ top: 820 })
})

test('does not match by a number with only a few characters', () => {
  expect(matchOf('A 12', { number: '12' })).toBeUndefined()
})
