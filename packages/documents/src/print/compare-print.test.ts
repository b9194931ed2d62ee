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
  return comparePrint(parsed, lines, '2026-11-15')
}

test('agrees if the print shows the same text, regardless of accents', () => {
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

test('reports a contradiction if a similar word is read with high confidence, and ignores uncertain and missing words', () => {
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

test("reports a contradiction if another number of the same shape is printed instead of the zone's number", () => {
  expect(printed('K777702X1')).toMatchObject({ number: 'contradicts' })
  expect(printed('K777702X1', 40)).toMatchObject({ number: 'not-found' })
  expect(printed('K777702X1\nL898902C3')).toMatchObject({ number: 'agrees' })
  // Documents also show numbers of other shapes and the zone's optional data.
  expect(printed('123456789\nZE184226B\n1980')).toMatchObject({ number: 'not-found' })
})

test('recognises a number that is printed in groups', () => {
  expect(printed('No. L89 8902 C3')).toMatchObject({ number: 'agrees' })
  expect(printed('L8 98 90 2C3')).toMatchObject({ number: 'agrees' })
  expect(printed('L89 8902 C4')).toMatchObject({ number: 'not-found' })
  expect(printed('L89\n8902C3')).toMatchObject({ number: 'not-found' })
})

test('does not compare the printed expiry date with an expiry date that is known only to the month', () => {
  const card = { ...parsed, expiryDate: '2032-04-01', expiryIsCalculated: true } as NonNullable<typeof parsed>
  const words = ['15', 'APR', '2032'].map((text) => ({ text, confidence: 95, x: 0, end: 10 }))
  expect(comparePrint(card, [{ words, x: 0, y: 0, height: 12 }], '2026-11-15').expiryDate).toBe('not-found')
})

test('reports a contradiction if a printed date can only be a birth or expiry date and differs from the zone', () => {
  const dates = (text: string, confidence?: number) => {
    const { birthDate, expiryDate } = printed(text, confidence)
    return [birthDate, expiryDate]
  }
  // The zone contains 1974-08-12 and 2032-04-15. A passport is issued less than eleven years before it
  // expires.
  expect(dates('12 AUG 1974\n15 APR 2022\n15 APR 2032')).toEqual(['agrees', 'agrees'])
  expect(dates('15 APR 2022\n15 APR 2032')).toEqual(['not-found', 'agrees'])
  expect(dates('12 AUG 1979\n15 APR 2032')).toEqual(['contradicts', 'agrees'])
  expect(dates('12 AUG 1979\n15 APR 2032', 40)).toEqual(['not-found', 'agrees'])
  expect(dates('03 MAY 2021\n15 APR 2022\n15 APR 2032')).toEqual(['contradicts', 'agrees'])
  expect(dates('12 AUG 1974\n15 APR 2022\n15 APR 2033')).toEqual(['agrees', 'contradicts'])
  expect(dates('12 AUG 1974\n15 APR 2022')).toEqual(['agrees', 'not-found'])
  // Either order of day and month is accepted.
  expect(dates('08/12/1974\n15.04.2032')).toEqual(['agrees', 'agrees'])
})

test('reports a contradiction if the printed century differs from the century assumed for the zone', () => {
  const child = { ...parsed, birthDate: '2012-08-12' } as NonNullable<typeof parsed>
  const words = ['12', 'AUG', '1912'].map((text) => ({ text, confidence: 95, x: 0, end: 10 }))
  const verdict = comparePrint(child, [{ words, x: 0, y: 0, height: 12 }], '2026-11-15')
  expect(verdict.birthDate).toBe('contradicts')
})
