import { parse as parseByOthers } from 'mrz'
import { describe, expect, test } from 'vitest'
import { checkDigit } from './check-digit.ts'
import { frenchCardExpiry } from './french-card.ts'
import { parseMrz } from './parse-mrz.ts'

const today = '2026-11-15'
const problemsOf = (lines: string[], allowSpecimen = false) =>
  parseMrz(lines, { today, allowSpecimen })?.problems

describe('French identity card of 1988 to 2021', () => {
  const lines = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6']

  test('returns the same result as another parser', () => {
    const others = parseByOthers(lines)
    expect(others).toMatchObject({ format: 'FRENCH_NATIONAL_ID', valid: true })
    expect(parseMrz(lines, { today })).toMatchObject({
      kind: 'TD2',
      surname: others.fields.lastName,
      givenNames: others.fields.firstName,
      number: '880692310285',
      birthDate: '1965-12-06',
      nationality: 'FRA',
      sex: 'female',
      expiryDate: '1998-06-01',
      expiryIsCalculated: true,
      problems: [],
    })
  })

  test('detects a change at any position, including the name, with the final check digit', () => {
    const changed = lines.map((line) => line.replace('BERTHIER', 'BERTHIES'))
    expect(problemsOf(changed)).toEqual(['check.composite'])
    expect(problemsOf(lines.map((line) => line.replace('CORINNE', 'CORINNA')))).toEqual(['check.composite'])
    expect(problemsOf(lines.map((line) => line.replace('8F6', '8M6')))).toEqual(['check.composite'])
  })

  test('separates given names at two fillers, and the parts of a name at one filler', () => {
    const first = 'IDFRADE<LA<TOUR<<<<<<<<<<<<<<<<<<<<<'
    const second = '170592310285ZJEAN<LUC<<EVAN6512068M'
    const number = second.replace('Z', String(checkDigit(second.slice(0, 12))))
    const parsed = parseMrz([first, `${number}${checkDigit(first + number)}`], { today })
    expect(parsed).toMatchObject({ surname: 'DE LA TOUR', givenNames: 'JEAN LUC EVAN', problems: [] })
    expect(parsed?.namesMayBeCut).toBe(true)
  })

  test.each([
    // Cards are valid for ten years, or for fifteen if they were issued from 2004 to 2013 to a person who was
    // an adult on the first day of the month of issue.
    ['170512345678', '1990-01-01', '2027-05-01'],
    ['120512345678', '1990-01-01', '2027-05-01'],
    ['120512345678', '1994-05-02', '2022-05-01'],
    ['120512345678', undefined, '2022-05-01'],
    ['040112345678', '1970-01-01', '2019-01-01'],
    ['031212345678', '1970-01-01', '2013-12-01'],
    ['880612345678', '1960-01-01', '1998-06-01'],
    // Rejects an invalid month and a year in which no such cards were issued, so that a forger can't create a
    // card without an expiry date.
    ['171312345678', '1990-01-01', undefined],
    ['230512345678', '1990-01-01', undefined],
    ['<<0512345678', '1990-01-01', undefined],
  ])('returns the expiry of card %s for a holder born on %s as %s', (number, birth, expiry) => {
    expect(frenchCardExpiry(number, birth)).toBe(expiry)
  })

  test('rejects a number that does not start with a month of issue', () => {
    const first = lines[0] ?? ''
    const number = '991392310285'
    const second = `${number}${checkDigit(number)}CORINNE<<<<<<<6512068F`
    expect(problemsOf([first, `${second}${checkDigit(first + second)}`])).toEqual(['expiryDate.impossible'])
  })
})

/** Returns a three-line card with correct check digits. */
function card(code: string, state: string, nationality: string, number = '12281507<'): string[] {
  const first = `${code}${state}${number}${checkDigit(number)}`.padEnd(30, '<')
  const dates = `610622${checkDigit('610622')}M291230${checkDigit('291230')}`
  const second = `${dates}${nationality}`.padEnd(29, '<')
  const covered = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18)
  return [first, `${second}${checkDigit(covered)}`, 'CHONG<<KA<KEONG<<<<<<<<<<<<<<<']
}

test('accepts a missing nationality only on cards from Macau', () => {
  expect(parseMrz(card('I<', 'MAC', '<<<'), { today })).toMatchObject({ nationality: '', problems: [] })
  expect(problemsOf(card('I<', 'CHN', '<<<'))).toEqual(['nationality.unknown'])
})

test('accepts a two-letter country if state and nationality have the same code, and returns three letters', () => {
  expect(parseMrz(card('I<', 'SI<', 'SI<'), { today })).toMatchObject({
    issuingState: 'SVN',
    nationality: 'SVN',
    issuer: { alpha2: 'SI' },
    problems: [],
  })
  expect(problemsOf(card('I<', 'SI<', 'SVN'))).toEqual(['state.unknown'])
  expect(problemsOf(card('I<', 'SVN', 'SI<'))).toEqual(['nationality.unknown'])
  expect(problemsOf(card('I<', 'ZZ<', 'ZZ<'))).toEqual(['state.unknown', 'nationality.unknown'])
})

test('accepts the codes C1 and C2 for the United States only, and no other code with a digit', () => {
  expect(problemsOf(card('C1', 'USA', 'MEX'))).toEqual([])
  expect(problemsOf(card('C2', 'USA', 'MEX'))).toEqual([])
  expect(problemsOf(card('C1', 'CAN', 'MEX'))).toEqual(['documentCode.shape'])
  expect(problemsOf(card('C3', 'USA', 'MEX'))).toEqual(['documentCode.shape'])
  expect(problemsOf(card('I1', 'USA', 'MEX'))).toEqual(['documentCode.shape'])
})

test("accepts the single-letter code for Germany, and treats cards with the German printer's code as specimens", () => {
  expect(parseMrz(card('ID', 'D<<', 'D<<'), { today })).toMatchObject({ issuingState: 'D', problems: [] })
  expect(problemsOf(card('ID', 'BDR', 'D<<'))).toEqual(['state.specimen'])
  expect(problemsOf(card('ID', 'BDR', 'D<<'), true)).toEqual([])
})

test('continues a twelve-digit Belgian number in the optional field, with one check digit for all twelve digits', () => {
  const first = 'IDBEL600001476<9355<<<<<<<<<<<'
  const second = card('ID', 'BEL', 'BEL')[1] ?? ''
  const covered = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29)
  const lines = [first, second.slice(0, 29) + checkDigit(covered), 'RODENBERG<<KRISTOF<<<<<<<<<<<<']
  expect(parseMrz(lines, { today })).toMatchObject({ number: '600001476935', problems: [] })
  const changed = lines.with(0, first.replace('9355', '9365'))
  expect(problemsOf(changed)).toContain('check.number')
})
