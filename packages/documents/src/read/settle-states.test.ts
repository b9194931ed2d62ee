import { expect, test } from 'vitest'
import { mrzLayouts } from '../mrz/mrz-layout.ts'
import { settleStates } from './decode-zone.ts'

/**
 * Returns a zone that was read with high confidence, except for the given characters, which have a
 * second-best reading.
 */
function zone(second: string, doubts: Record<number, { letter: string; share: number }>) {
  const lines = ['P<NLDMEULENDIJK<<LOES<<<<<<<<<<<<<<<<<<<<<<<', second]
  const places = Array.from({ length: 88 }, (_, index) => index)
  return {
    layout: mrzLayouts.TD3,
    lines,
    confidence: places.map((index) => 1 - (doubts[index]?.share ?? 0)),
    runnerUp: places.map((index) => doubts[index] ?? { letter: '<', share: 0 }),
  }
}
const misread = 'XA00000148MLD7110195F0604121123456782<<<<<02'

test('replaces an unknown state code if a doubtful letter allows exactly one known code, and keeps the low confidence of the letter', () => {
  const settled = settleStates(zone(misread, { 54: { letter: 'N', share: 0.45 } }))
  expect(settled.lines[1]).toBe(misread.replace('MLD', 'NLD'))
  expect(settled.confidence[54]).toBe(0.45)
  expect(settled.confidence[55]).toBe(1)
})

test('does not change a confident letter or an ambiguous code', () => {
  expect(settleStates(zone(misread, { 54: { letter: 'N', share: 0.05 } })).lines[1]).toBe(misread)
  const two = { 54: { letter: 'N', share: 0.45 }, 56: { letter: 'I', share: 0.45 } }
  // MLD could be a misreading of NLD or MLI.
  expect(settleStates(zone(misread, two)).lines[1]).toBe(misread)
})

test('keeps a known code even if another one is likely', () => {
  const right = misread.replace('MLD', 'NLD')
  expect(settleStates(zone(right, { 54: { letter: 'M', share: 0.45 } })).lines[1]).toBe(right)
})
