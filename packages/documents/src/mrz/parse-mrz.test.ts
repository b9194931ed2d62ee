import { createSeededRandom } from '@touchstone/common'
import { parse as parseByOthers } from 'mrz'
import { describe, expect, test } from 'vitest'
import { composeMrz } from '../../tools/src/specimens/compose-mrz.ts'
import { createDice } from '../../tools/src/specimens/create-dice.ts'
import { inventPerson } from '../../tools/src/specimens/invent-person.ts'
import { type DocumentKind, mrzLayouts } from './mrz-layout.ts'
import { parseMrz } from './parse-mrz.ts'

const today = '2026-11-15'
const unspecified = 'X'.repeat(3)
const specimen = { today, allowSpecimen: true }

/** The examples of ICAO Doc 9303, parts 4 to 7. */
const examples: Record<DocumentKind, string[]> = {
  TD3: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  TD2: ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
  TD1: ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
  'MRV-A': [
    'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    `L8988901C4${unspecified}4009078F96121096ZE184226B<<<<<<`,
  ],
  'MRV-B': ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', `L8988901C4${unspecified}4009078F9612109<<<<<<<<`],
}

describe.each(Object.entries(examples))('example of %s', (kind, lines) => {
  test('parses the zone without problems', () => {
    const parsed = parseMrz(lines, specimen)
    expect(parsed).toMatchObject({
      kind,
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      issuingState: 'UTO',
      sex: 'female',
      problems: [],
    })
    expect(parsed?.number).toBe(
      kind === 'TD3' ? 'L898902C3' : kind.startsWith('MRV') ? 'L8988901C' : 'D23145890',
    )
    expect(parsed?.birthDate).toBe(kind.startsWith('MRV') ? '1940-09-07' : '1974-08-12')
  })

  test('rejects the zone as a specimen unless specimens are allowed', () => {
    expect(parseMrz(lines, { today })?.problems).toContain('state.specimen')
  })

  test('rejects the zone after a change to any digit of the birth date', () => {
    const row = 1
    const from = kind === 'TD1' ? 0 : 13
    for (let at = from; at < from + 6; at++) {
      const line = lines[row] ?? ''
      const other = String((Number(line[at]) + 1) % 10)
      const changed = lines.with(row, line.slice(0, at) + other + line.slice(at + 1))
      expect(parseMrz(changed, specimen)?.problems).toContain('check.birthDate')
    }
  })
})

test.each(['TD1', 'TD2', 'TD3'] as const)('rejects a %s with a wrong composite digit', (kind) => {
  const { composite } = mrzLayouts[kind]
  if (composite === undefined) throw new Error('the layout has no composite digit')
  const { line: row, at } = composite
  const line = examples[kind][row] ?? ''
  const changed = `${line.slice(0, at)}${(Number(line[at]) + 5) % 10}${line.slice(at + 1)}`
  expect(parseMrz(examples[kind].with(row, changed), specimen)?.problems).toEqual(['check.composite'])
})

test('continues a long TD1 number in the optional field', () => {
  const lines = [
    'I<UTOD23145890<7349<<<<<<<<<<<',
    '3407127M9507122UTO<<<<<<<<<<<2',
    'STEVENSON<<PETER<<<<<<<<<<<<<<',
  ]
  expect(parseMrz(lines, specimen)).toMatchObject({ number: 'D23145890734', problems: [] })
})

test('rejects lines of the wrong length or with invalid characters', () => {
  expect(parseMrz(['P<UTO', 'L8989'], specimen)).toBeUndefined()
  expect(
    parseMrz(['p<utoeriksson<<anna<maria<<<<<<<<<<<<<<<<<<<', examples.TD3[1] ?? ''], specimen),
  ).toBeUndefined()
  expect(parseMrz([], specimen)).toBeUndefined()
})

test('reports a date that does not exist and an unknown state', () => {
  const line = 'L898902C36ZZZ7402302F1204159ZE184226B<<<<<10'
  const problems = parseMrz([examples.TD3[0] ?? '', line], specimen)?.problems
  expect(problems).toEqual(expect.arrayContaining(['birthDate.impossible', 'nationality.unknown']))
})

test('composes zones that an independent parser reads in the same way', () => {
  const formats: Partial<Record<DocumentKind, string>> = { TD1: 'TD1', TD2: 'TD2', TD3: 'TD3' }
  for (const kind of ['TD1', 'TD2', 'TD3'] as const) {
    for (let seed = 0; seed < 40; seed++) {
      const dice = createDice(createSeededRandom(`compose ${seed}`))
      const person = { ...inventPerson({ dice, kind, today }), issuingState: 'GBR', nationality: 'FRA' }
      const lines = composeMrz(kind, person)
      const others = parseByOthers(lines)
      expect(others.format).toBe(formats[kind])
      // The other parser accepts fewer document codes than the standard allows, so the test compares all
      // fields except the document code.
      expect(others.details.filter(({ valid, field }) => !valid && field !== 'documentCode')).toEqual([])
      const ours = parseMrz(lines, { today })
      expect(ours?.problems).toEqual([])
      expect(ours?.surname).toBe(others.fields.lastName)
      expect(ours?.givenNames).toBe(others.fields.firstName ?? '')
      expect(ours?.number).toBe(others.fields.documentNumber)
      expect(ours?.birthDate).toBe(person.birthDate)
      expect(ours?.expiryDate).toBe(person.expiryDate)
    }
  }
})
