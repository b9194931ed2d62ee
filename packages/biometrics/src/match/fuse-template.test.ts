import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUnit } from '../engine/to-unit.ts'
import type { FaceMeasure } from '../reading/frame-measure.ts'
import { madeFace } from '../testing/made-face.ts'
import { distance } from './distance.ts'
import { builtInLimits, type EmbeddingLimits } from './embedding-limits.ts'
import { fuseLiveFace } from './fuse-measures.ts'
import { fuseTemplate } from './fuse-template.ts'
import { matchMeasures } from './match-measures.ts'

const of = (face: FaceMeasure) => ({ width: 640, height: 480, faces: 1, face })

test('returns a template of unit length that is closer to the person than most single pictures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (seed) => {
      const truth = madeFace({ person: seed, noise: 0 }).embedding ?? new Float32Array()
      const faces = Array.from({ length: 6 }, (_, index) =>
        madeFace({ person: seed, noise: 0.25, picture: index }),
      )
      const fused = fuseTemplate(faces)
      expect(Math.hypot(...(fused?.template ?? []))).toBeCloseTo(1, 5)
      expect(fused?.used).toEqual([0, 1, 2, 3, 4, 5])
      const single = faces.map(({ embedding = new Float32Array() }) => distance(embedding, truth))
      expect(distance(fused?.template ?? [], truth)).toBeLessThan(Math.min(...single))
    }),
    { numRuns: 50 },
  )
})

test('excludes a picture of another person, and uses turned pictures only if there are no frontal pictures', () => {
  const own = Array.from({ length: 4 }, (_, index) => madeFace({ person: 1, noise: 0.1, picture: index }))
  expect(fuseTemplate([...own, madeFace({ person: 2 })])?.used).toEqual([0, 1, 2, 3])
  expect(fuseTemplate([...own, madeFace({ person: 1, yaw: 14 })])?.used).toEqual([0, 1, 2, 3])
  expect(fuseTemplate([madeFace({ person: 1, yaw: 14 })])?.used).toEqual([0])
  expect(fuseTemplate([undefined])).toBeUndefined()
  expect(fuseTemplate([])).toBeUndefined()
})

test('assigns a lower quality to blurred and turned pictures', () => {
  const good = fuseTemplate([madeFace({ person: 1 })])?.quality ?? 0
  expect(fuseTemplate([madeFace({ person: 1, sharpness: 0.02 })])?.quality).toBeLessThan(good / 2)
  expect(fuseTemplate([madeFace({ person: 1, yaw: 7 })])?.quality).toBeLessThan(good)
})

test('returns same, different or unclear depending on the distance, and advice if the result is unclear', () => {
  const verdictAt = (apart: number) => {
    // Returns two unit vectors at this distance: the second is the first one rotated by the corresponding
    // angle.
    const angle = 2 * Math.asin(apart / 2)
    const a = toUnit([1, 0, ...new Array(126).fill(0)])
    const b = toUnit([Math.cos(angle), Math.sin(angle), ...new Array(126).fill(0)])
    const face = madeFace({ person: 1 })
    return matchMeasures(of({ ...face, embedding: a }), [of({ ...face, embedding: b })])
  }
  expect(verdictAt(0.2)).toMatchObject({ verdict: 'same', threshold: 0.365 })
  expect(verdictAt(0.2).distance).toBeCloseTo(0.2, 5)
  expect(verdictAt(0.36).verdict).toBe('same')
  expect(verdictAt(0.4).verdict).toBe('unclear')
  expect(verdictAt(0.4).hint).toMatch(/again/)
  expect(verdictAt(0.44).verdict).toBe('different')
})

test('reports and excludes an unusable live picture but rejects an unusable document picture', () => {
  const good = of(madeFace({ person: 1 }))
  const none = { width: 640, height: 480, faces: 0 }
  const answer = matchMeasures(good, [none, good, { ...good, faces: 3 }])
  expect(answer.frames.map(({ used, problem }) => [used, problem])).toEqual([
    [false, 'face.none'],
    [true, undefined],
    [false, 'face.many'],
  ])
  expect(() => matchMeasures(none, [good])).toThrow(expect.objectContaining({ code: 'face.none' }))
  expect(() => matchMeasures({ ...good, turned: true }, [good])).toThrow(
    expect.objectContaining({ code: 'face.not-upright' }),
  )
  expect(() => matchMeasures(good, [{ ...good, faces: 2 }])).toThrow(
    expect.objectContaining({ code: 'face.many' }),
  )
  // A document can show a small second picture of its holder.
  expect(matchMeasures({ ...good, faces: 2, second: 0.5 }, [good]).verdict).toBe('same')
  expect(() => matchMeasures({ ...good, faces: 2, second: 0.9 }, [good])).toThrow(
    expect.objectContaining({ code: 'face.many' }),
  )
  const small = of(madeFace({ person: 1, eyeDistance: 15 }))
  expect(() => matchMeasures(small, [good])).toThrow(expect.objectContaining({ code: 'face.too-small' }))
})

const newer: EmbeddingLimits = {
  ...{ model: 'newer', same: 0.9, different: 1.1, outlier: 1, strangers: builtInLimits.strangers },
}
/** Simulates a picture measured by both models. The newer model returns different numbers. */
const byBoth = (person: number): FaceMeasure => {
  const face = madeFace({ person })
  const previous = face.embedding ?? new Float32Array()
  return {
    ...face,
    embedding: toUnit(previous.toReversed().map((value) => value * value)),
    embeddedBy: newer.model,
    formerEmbeddings: { [builtInLimits.model]: previous },
  }
}

test('compares a photo using the model that measured it, even after the model was replaced', () => {
  const models = [newer, builtInLimits]
  const live = [of(byBoth(1)), of(byBoth(1))]
  const before = matchMeasures(of(madeFace({ person: 1 })), live, models)
  expect([before.verdict, before.distance, before.threshold]).toEqual([
    'same',
    expect.closeTo(0, 5),
    builtInLimits.same,
  ])
  const after = matchMeasures(of(byBoth(1)), live, models)
  expect([after.verdict, after.threshold]).toEqual(['same', newer.same])
  expect(() => matchMeasures(of(madeFace({ person: 1 })), live, [newer])).toThrow(
    expect.objectContaining({ code: 'face.none' }),
  )
})

test('fuses live face pictures separately for each model', () => {
  const face = fuseLiveFace([of(byBoth(1))], [newer, builtInLimits])
  expect([face.model, face.previous.map(({ model }) => model)]).toEqual([newer.model, [builtInLimits.model]])
  expect(distance(face.template, byBoth(1).embedding ?? [])).toBeCloseTo(0, 5)
  expect(distance(face.previous[0]?.template ?? [], madeFace({ person: 1 }).embedding ?? [])).toBeCloseTo(
    0,
    5,
  )
})
