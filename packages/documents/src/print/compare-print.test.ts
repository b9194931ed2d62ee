import { expect, test } from 'vitest'
import { parseMrz } from '../mrz/parse-mrz.ts'
import { comparePrint } from './compare-print.ts'

const parsed = parseMrz(
  ['P<SWEMUELLER<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122M3204159ZE184226B<<<<<12'],
  { today: '2026-11-15' },
)
const printed = (text: string, confidence = 95) => {
  if (!parsed) throw new Error('the zone was not parsed')
  const lines = text.split('\n').map((line, row) => ({
    words: line.split(' ').map((word) => ({ text: word, confidence, x: 0, end: 10 })),
    x: 0,
    y: row * 20,
    height: 12,
  }))
  return comparePrint(parsed, lines)
}

test('print that says the same agrees, whatever its accents', () => {
  expect(printed('SWEDEN PASSPORT\nMÜLLER\nJOHN\nL898902C3\n12 AUG 1974\n15 APR 2032\nM')).toEqual({
    surname: 'agrees',
    givenNames: 'agrees',
    number: 'agrees',
    birthDate: 'agrees',
    expiryDate: 'agrees',
    sex: 'agrees',
    nationality: 'agrees',
    issuingState: 'agrees',
  })
})

test('a surely read word that is nearly the same contradicts; a doubtful one, or none, says nothing', () => {
  expect(printed('MILLER\nJOAN')).toMatchObject({ surname: 'contradicts', givenNames: 'contradicts' })
  expect(printed('MILLER\nJOAN', 40)).toMatchObject({ surname: 'not-found', givenNames: 'not-found' })
  expect(printed('something else')).toMatchObject({
    surname: 'not-found',
    number: 'not-found',
    sex: 'not-found',
  })
  expect(printed('L898902C4')).toMatchObject({ number: 'contradicts' })
  expect(printed('Sex F')).toMatchObject({ sex: 'contradicts' })
})
