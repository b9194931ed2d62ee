import { expect, test } from 'vitest'
import { mrzLayouts } from '../mrz/mrz-layout.ts'
import type { PrintedField } from '../print/compare-print.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import type { DecodedZone } from './decode-zone.ts'
import { judgeZone } from './judge-zone.ts'
import { mendZone } from './mend-zone.ts'

const today = '2026-11-15'
/** The passport of ICAO Doc 9303 part 4, with another day of expiry and its digits. */
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204153ZE184226B<<<<<16']
const numberAt = 44 + 3

/** Sure of everything but one character, which was taken for another. */
function misread(at: number, letter: string, share: number): DecodedZone {
  const text = lines.join('')
  const wrong = text.slice(0, at) + letter + text.slice(at + 1)
  return {
    layout: mrzLayouts.TD3,
    lines: [wrong.slice(0, 44), wrong.slice(44)],
    confidence: Array.from(text, (_, index) => (index === at ? 0.6 : 0.99)),
    runnerUp: Array.from(text, (truth, index) => ({
      letter: index === at ? truth : 'X',
      share: index === at ? share : 0,
    })),
  }
}
const judge = (decoded: DecodedZone, print: PrintVerdict, mended: boolean) => {
  const fields = [
    'surname',
    'givenNames',
    'number',
    'birthDate',
    'expiryDate',
    'sex',
    'nationality',
    'issuingState',
  ]
  const verdicts = Object.fromEntries(fields.map((field) => [field, print])) as Record<
    PrintedField,
    PrintVerdict
  >
  return judgeZone({ decoded, today, allowSpecimen: true, print: verdicts, mended, isNear: true })
}

test('the zone of the test holds', () => {
  const sure = { ...misread(0, 'P', 0), confidence: Array<number>(88).fill(0.99) }
  expect(judge(sure, 'agrees', false)?.reasons).toEqual([])
})

test('the one exchange that makes all digits hold is found', () => {
  const decoded = misread(numberAt, '3', 0.3)
  expect(judge(decoded, 'not-found', false)?.accepted).toBe(false)
  expect(mendZone(decoded, today)?.lines).toEqual(lines)
})

test('it is accepted only where the print bears it out', () => {
  const mended = mendZone(misread(numberAt, '3', 0.3), today)
  if (!mended) throw new Error('nothing was mended')
  expect(judge(mended, 'agrees', true)?.accepted).toBe(true)
  expect(judge(mended, 'not-found', true)?.accepted).toBe(false)
})

test('a next best that is next to impossible is not tried, and a zone that holds is left alone', () => {
  expect(mendZone(misread(numberAt, '3', 0.01), today)).toBeUndefined()
  expect(mendZone(misread(0, 'P', 0.5), today)).toBeUndefined()
})
