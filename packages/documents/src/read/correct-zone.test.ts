import { expect, test } from 'vitest'
import { mrzLayouts } from '../mrz/mrz-layout.ts'
import type { PrintedField } from '../print/compare-print.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import { correctZone } from './correct-zone.ts'
import type { DecodedZone } from './decode-zone.ts'
import { judgeZone } from './judge-zone.ts'

const today = '2026-11-15'
/** The passport of ICAO Doc 9303 part 4 with a different expiry date and matching check digits. */
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204153ZE184226B<<<<<16']
const numberAt = 44 + 3

/** High confidence for all characters except one, which was misread. */
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
const judge = (decoded: DecodedZone, print: PrintVerdict, corrected: boolean) => {
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
  return judgeZone({ decoded, today, allowSpecimen: true, print: verdicts, corrected, isNear: true })
}

test('starts from a valid zone', () => {
  const sure = { ...misread(0, 'P', 0), confidence: Array<number>(88).fill(0.99) }
  expect(judge(sure, 'agrees', false)?.reasons).toEqual([])
})

test('finds a replacement if it is the only one that makes all check digits valid', () => {
  const decoded = misread(numberAt, '3', 0.3)
  expect(judge(decoded, 'not-found', false)?.accepted).toBe(false)
  expect(correctZone(decoded, today)?.lines).toEqual(lines)
})

test('accepts a replacement only if the print confirms it', () => {
  const corrected = correctZone(misread(numberAt, '3', 0.3), today)
  if (!corrected) throw new Error('no correction was found')
  expect(judge(corrected, 'agrees', true)?.accepted).toBe(true)
  expect(judge(corrected, 'not-found', true)?.accepted).toBe(false)
})

test('ignores an improbable second-best character and leaves a valid zone unchanged', () => {
  expect(correctZone(misread(numberAt, '3', 0.01), today)).toBeUndefined()
  expect(correctZone(misread(0, 'P', 0.5), today)).toBeUndefined()
})
