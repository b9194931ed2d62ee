import { expect, test } from 'vitest'
import { mrzLayouts } from '../mrz/mrz-layout.ts'
import { judgeZone } from './judge-zone.ts'

/**
 * The sample visa from ICAO Doc 9303 part 7, issued to a citizen of Utopia. Its optional data has no check
 * digit, and visas have no composite digit.
 */
const lines = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO4009078F96121096ZE184226B<<<<<<']
const places = { name: 8, sex: 44 + 20, added: 44 + 31 }

/** Judges the zone with high confidence for all characters except the one at the given position. */
function judge(place: keyof typeof places, minimum: number, isNear: boolean) {
  const confidence = Array<number>(88).fill(0.99).with(places[place], minimum)
  const runnerUp = confidence.map((share) => ({ letter: 'X', share: 1 - share }))
  const decoded = { layout: mrzLayouts['MRV-A'], lines, confidence, runnerUp }
  const options = { today: '2026-11-15', allowSpecimen: true, print: undefined, corrected: false }
  return judgeZone({ decoded, ...options, isNear })?.reasons
}

test('accepts a lower confidence in the optional data of a visa if its characters are large enough', () => {
  expect(judge('added', 0.99, false)).toEqual([])
  expect(judge('added', 0.75, true)).toEqual([])
  expect(judge('added', 0.75, false)).toEqual(['unsure.optional'])
  expect(judge('added', 0.7, true)).toEqual(['unsure.optional'])
})

test('does not accept a lower confidence in the name or sex, regardless of character size', () => {
  expect(judge('name', 0.85, true)).toEqual(['unsure.surname', 'unsure.givenNames'])
  expect(judge('sex', 0.85, true)).toEqual(['unsure.sex'])
  expect(judge('name', 0.87, false)).toEqual([])
})
