import { describe, expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'
import { judgeProof } from './judge-proof.ts'
import type { ProofLine } from './proof-text.ts'

const today = '2026-11-15'
/** Places lines twelve points apart. Two consecutive spaces start a new column. */
const letter = (text: string): ProofLine[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line, row) =>
      line
        .trim()
        .split(/ {2,}/)
        .filter((part) => part !== '')
        .map((part, column) => ({
          text: part,
          x: 50 + column * 200,
          y: 100 + row * 13,
          height: 10,
          page: 1,
        })),
    )
const judge = (text: string, expectedName?: string) =>
  judgeProof({ text: { lines: letter(text), source: 'pdf-text', confidence: 100 }, today, expectedName })

const bill = (date: string) => `
Northern Energy Ltd

Ms Zoë Müller-Weiß
12 High Street
London SW1A 1AA
United Kingdom

Bill date: ${date}
Payment due: 30 November 2026
Electricity, 312 kWh

Northern Energy Ltd
1 Power Park
Leeds LS1 4AP`

test('reads the holder, address, country, date and kind from a plain bill', () => {
  expect(judge(bill('3 November 2026'), 'Mueller Weiss Zoe')).toMatchObject({
    status: 'accepted',
    kind: 'utility-bill',
    holder: 'Zoë Müller-Weiß',
    nameMatch: 'same',
    issueDate: '2026-11-03',
    ageInDays: 12,
    address: { lines: ['12 High Street', 'London SW1A 1AA'], postcode: 'SW1A 1AA', country: { code: 'GBR' } },
  })
})

describe('issue date', () => {
  test.each([
    ['2026-11-03', '2026-11-03'],
    ['03.11.2026', '2026-11-03'],
    ['Nov 3, 2026', '2026-11-03'],
    ['3rd November 2026', '2026-11-03'],
    ['23/10/2026', '2026-10-23'],
    ['10/23/2026', '2026-10-23'],
  ])('%s', (written, date) => {
    expect(judge(bill(written)).issueDate).toBe(date)
  })

  test('does not guess an ambiguous date', () => {
    expect(judge(bill('03/10/2026'))).toMatchObject({ status: 'uncertain', reasons: ['date.ambiguous'] })
  })

  test('resolves an ambiguous date with the help of another date on the letter', () => {
    const text = bill('03/10/2026').replace('30 November 2026', '30/11/2026')
    expect(judge(text).issueDate).toBe('2026-10-03')
  })

  test('does not mistake the payment due date for the issue date', () => {
    expect(judge(bill('soon')).reasons).toContain('date.not-found')
  })

  test('accepts a letter that is 90 days old, and rejects letters that are 91 days old or dated tomorrow', () => {
    expect(judge(bill('17 August 2026')).status).toBe('accepted')
    expect(judge(bill('16 August 2026'))).toMatchObject({ status: 'refused', reasons: ['date.too-old'] })
    expect(judge(bill('16 November 2026'))).toMatchObject({ status: 'refused', reasons: ['date.future'] })
  })
})

test('finds the holder and the address next to labels in columns', () => {
  const text = `
Harbour Bank plc
Account statement
Account holder  Priya Patel
Address  4 rue Victor Hugo, 69002 Lyon, France
Statement date  1 October 2026
IBAN  FR76`
  expect(judge(text, 'Priya Patel')).toMatchObject({
    status: 'accepted',
    kind: 'bank-statement',
    holder: 'Priya Patel',
    address: { lines: ['4 rue Victor Hugo', '69002 Lyon'], country: { code: 'FRA' } },
  })
})

test('does not mistake the year of a date below an address for a postcode', () => {
  const text = `
Northern Energy Ltd
Customer name: Ole Hansen
Address: 111 Park Avenue, Sydney NSW 2019, Australia
Bill date: 15 Sep 2026`
  expect(judge(text, 'Ole Hansen')).toMatchObject({
    status: 'accepted',
    address: { lines: ['111 Park Avenue', 'Sydney NSW 2019'], country: { code: 'AUS' } },
  })
})

test('does not derive a country from five digits and a place name', () => {
  const text = `
Finanzamt Mitte
Erika Muster
Hauptstraße 5
10115 Berlin
Date: 1 November 2026`
  expect(judge(text)).toMatchObject({ status: 'uncertain', reasons: ['country.unknown'] })
})

test('reports a letter addressed to another person, a letter without an addressee, and an empty letter', () => {
  expect(judge(bill('3 November 2026'), 'John Smith').reasons).toContain('name.different')
  expect(judge('Hello').reasons).toEqual(expect.arrayContaining(['name.not-found', 'address.not-found']))
  expect(judge('').reasons).toContain('text.none')
})

test.each([
  ['Anna Maria Eriksson', 'ERIKSSON ANNA', 'same'],
  ['José García López', 'Jose Garcia Lopez', 'same'],
  ['Jürgen Groß', 'Juergen Gross', 'same'],
  ['William Smith', 'Mr W Smith', 'similar'],
  ['Katherine Jones', 'Catherine Jones', 'similar'],
  ['Anna Eriksson', 'Anna Svensson', 'different'],
  ['Anna Eriksson', 'Eriksson', 'different'],
  ['Anna Eriksson', 'Eriksson Energy Ltd', 'different'],
] as const)('%s and %s: %s', (expected, found, match) => {
  expect(compareNames(expected, found)).toBe(match)
})
