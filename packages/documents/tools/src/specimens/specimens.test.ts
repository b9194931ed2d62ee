import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseMrz } from '#src/mrz/parse-mrz'
import { disturbances } from './disturbances.ts'
import { makeSpecimen } from './make-specimen.ts'

const today = '2026-11-15'
const small = { width: 480, height: 360 }
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('returns the same photo for the same seed and a different one for another seed', () => {
  const make = (seed: string) =>
    hash(makeSpecimen({ seed, level: 'strong', today, kind: 'TD1', ...small }).photo.jpeg)
  expect(make('a')).toBe(make('a'))
  expect(make('a')).not.toBe(make('b'))
})

test('creates a valid zone for every specimen', () => {
  for (let seed = 0; seed < 6; seed++) {
    const { page } = makeSpecimen({ seed: `zone ${seed}`, level: 'clean', today, ...small })
    expect(parseMrz(page.lines, { today, allowSpecimen: true })).toMatchObject({
      kind: page.kind,
      problems: [],
    })
  }
})

test('defines six levels, each with disturbances at least as strong as in the previous level', () => {
  const levels = Object.values(disturbances)
  expect(levels).toHaveLength(6)
  for (const [index, level] of levels.entries()) {
    const before = levels[index - 1]
    if (!before) continue
    for (const part of ['rotation', 'perspective', 'blur', 'noise', 'light'] as const) {
      expect(level[part]).toBeGreaterThan(before[part])
    }
    expect(level.quality).toBeLessThan(before.quality)
  }
})

test('prints the given face on the page', () => {
  const data = new Uint8ClampedArray(30 * 40 * 4)
  for (let at = 0; at < data.length; at += 4) data.set([250, 20, 200, 255], at)
  const face = { width: 30, height: 40, data }
  const { page } = makeSpecimen({ seed: 'face', level: 'clean', today, kind: 'TD3', face, ...small })
  const { raster, pixelsPerMm } = page
  const at = (Math.round(30 * pixelsPerMm) * raster.width + Math.round(20 * pixelsPerMm)) * 4
  expect([...raster.data.subarray(at, at + 3)]).toEqual([250, 20, 200])
})

test('draws the front of a card without a zone, for the same person as the back', () => {
  const card = { seed: 'card', level: 'clean', today, kind: 'TD1', ...small } as const
  const front = makeSpecimen({ ...card, side: 'front' }).page
  expect(front.person).toEqual(makeSpecimen(card).page.person)
  expect(front.lines).toEqual([])
})
