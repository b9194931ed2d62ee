import { createManualClock, createSeededRandom } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import type { Point } from '../engine/landmarks.ts'
import type { TimedMeasure } from '../reading/frame-measure.ts'
import { detailSide, measureDetail } from '../reading/measure-detail.ts'
import { measuredRate } from '../statistics/measured-rate.ts'
import { madeHead } from '../testing/made-head.ts'
import { madeSession, type SessionOptions } from '../testing/made-session.ts'
import type { Action, Challenge } from './challenge.ts'
import { drawChallenge } from './draw-challenge.ts'
import { judgeLiveness } from './judge-liveness.ts'
import type { PassiveLimits } from './passive-limits.ts'

/** The number of random sessions per property. */
const numRuns = testAll ? 32 : 8

const draw = (seed: string) =>
  drawChallenge({ random: createSeededRandom(seed), clock: createManualClock(0) })

const judge = (
  challenge: Challenge,
  options?: SessionOptions,
  flashes: 'required' | 'measured' | 'none' = 'required',
) => judgeLiveness({ challenge, frames: madeSession(challenge, options), flashes })

const failed = ({ checks }: ReturnType<typeof judge>) =>
  checks.filter(({ passed }) => passed === false).map(({ name }) => name)

/** Returns a challenge with these actions and fixed times. */
function challengeOf(...asked: [Action, Action, Action]): Challenge {
  const drawn = draw('times')
  return {
    ...drawn,
    steps: drawn.steps.map((step, index) => ({ ...step, action: asked[index] ?? step.action })),
  }
}

test('accepts a head that performs the requested actions, for any challenge and any neutral expression', () => {
  const rest = fc.record({
    pitch: fc.double({ min: -8, max: 8, noNaN: true }),
    roll: fc.double({ min: -10, max: 10, noNaN: true }),
    x: fc.integer({ min: 200, max: 440 }),
  })
  fc.assert(
    fc.property(fc.string(), rest, (seed, options) => {
      const answer = judge(draw(seed), { rest: options })
      expect(failed(answer)).toEqual([])
      expect(answer.verdict).toBe('live')
      expect(answer.passiveModel).toBe('absent')
    }),
    { numRuns },
  )
})

test('detects any step that is omitted or too weak', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 2 }), (seed, missing) => {
      const challenge = draw(seed)
      const done = challenge.steps.map(({ action }, index) => (index === missing ? undefined : action))
      const answer = judge(challenge, { done })
      expect(answer.verdict).toBe('not-live')
      expect(failed(answer)).toContain(`step-${missing + 1}-${challenge.steps[missing]?.action}`)
      expect(judge(challenge, { strength: 0.2 }).verdict).toBe('not-live')
    }),
    { numRuns },
  )
})

test('rejects the requested actions in a different order', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const challenge = draw(seed)
      const [first, second, third] = challenge.steps.map(({ action }) => action)
      expect(judge(challenge, { done: [second, third, first] }).verdict).toBe('not-live')
      expect(judge(challenge, { done: [first, third, second] }).verdict).toBe('not-live')
    }),
    { numRuns },
  )
})

test('rejects a step whose action began before it was requested', () => {
  const challenge = challengeOf('open-mouth', 'turn-left', 'blink')
  const open = challenge.steps[0]?.fromMs ?? 0
  const early = (points: Point[], atMs: number) =>
    atMs > open - 500 && atMs < open + 800 ? madeHead({ mouth: 0.4 }) : points
  expect(failed(judge(challenge, { change: early }))).toEqual(['step-1-open-mouth'])
})

test('rejects a recording that shows several actions at once', () => {
  const challenge = challengeOf('blink', 'turn-left', 'turn-right')
  const wild = (_: Point[], atMs: number) =>
    atMs < 3_000
      ? madeHead()
      : madeHead({ yaw: 25 * Math.sin(atMs / 250), eyes: atMs % 700 < 200 ? 0.05 : 0.3 })
  expect(judge(challenge, { change: wild }).verdict).toBe('not-live')
})

test('rejects a flat print turned by any angle, even if its measured angles would match', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 20, max: 45 }), (seed, degrees) => {
      const challenge = draw(seed)
      const print = madeHead()
      const squeeze = Math.cos((degrees * Math.PI) / 180)
      // Turning a print only makes it narrower. The depths simulate a network that reports a turn.
      const flat = (points: Point[]) =>
        print.map(([x, y], index): Point => [320 + (x - 320) * squeeze, y, points[index]?.[2] ?? 0])
      const answer = judge(challenge, { change: flat })
      expect(answer.verdict).not.toBe('live')
      expect(failed(answer)).toContain('depth')
    }),
    { numRuns },
  )
})

test('detects another person who appears briefly or from the middle onwards', () => {
  const challenge = draw('swap')
  const middle = challenge.steps[1]?.fromMs ?? 0
  expect(failed(judge(challenge, { personAt: (atMs) => (atMs < middle ? 0 : 1) }))).toEqual(['same-person'])
  const moment = (atMs: number) => (atMs > middle && atMs < middle + 700 ? 1 : 0)
  expect(failed(judge(challenge, { personAt: moment }))).toEqual(['same-person'])
})

test('detects a second face but tolerates a single false detection', () => {
  const challenge = draw('two')
  const frames = madeSession(challenge)
  const with2 = (count: number) =>
    judgeLiveness({
      challenge,
      flashes: 'required',
      frames: frames.map((frame, index) =>
        index >= 20 && index < 20 + count ? { ...frame, faces: 2 } : frame,
      ),
    })
  expect(with2(1).verdict).toBe('live')
  expect(failed(with2(20))).toEqual(['one-face'])
})

test("detects a frozen picture and a screen's pixel grid", () => {
  const challenge = draw('frozen')
  const frames = madeSession(challenge)
  const [first] = frames
  if (first === undefined) throw new Error('a session without frames')
  const frozen = judgeLiveness({
    challenge,
    flashes: 'none',
    frames: frames.map(({ atMs }) => ({ ...first, atMs })),
  })
  expect(failed(frozen)).toContain('natural-motion')
  const stripes = Float64Array.from(
    { length: detailSide ** 2 },
    (_, index) => 128 + 8 * Math.cos(1.4 * (index % detailSide)),
  )
  const screen = measureDetail(stripes)
  const grid = judgeLiveness({
    challenge,
    flashes: 'none',
    frames: frames.map((frame) => ({
      ...frame,
      ...(frame.face && { face: { ...frame.face, detail: screen } }),
    })),
  })
  expect(failed(grid)).toEqual(['no-screen'])
})

test('accepts the drawn colours, reports missing colours and rejects delayed or different colours', () => {
  const challenge = draw('colours')
  const of = (options: SessionOptions, flashes: 'required' | 'measured' | 'none') =>
    judge(challenge, options, flashes).checks.find(({ name }) => name === 'colour-reflection')
  expect(of({}, 'measured')?.passed).toBe(true)
  expect(of({ gain: 0 }, 'measured')?.passed).toBe('not-checked')
  expect(of({ gain: 0 }, 'required')?.passed).toBe(false)
  expect(of({ gain: 0.4, lagMs: 1_000 }, 'measured')?.passed).toBe(false)
  expect(of({}, 'none')?.passed).toBe('not-checked')
  const withoutAny = (flashes: 'required' | 'measured') =>
    judge({ ...challenge, flashes: [] }, {}, flashes).checks.find(({ name }) => name === 'colour-reflection')
  expect(withoutAny('measured')?.passed).toBe('not-checked')
  expect(withoutAny('required')?.passed).toBe(false)
})

test('returns "unclear" with advice if no decision is possible', () => {
  const challenge = draw('unclear')
  const frames = madeSession(challenge)
  const slow = judge(challenge, { framesPerSecond: 3 })
  expect([slow.verdict, failed(slow)[0]]).toEqual(['unclear', 'frame-rate'])
  expect(slow.hint).toMatch(/try again/)
  const away = judgeLiveness({
    challenge,
    flashes: 'none',
    frames: frames.map((frame, index) =>
      index % 3 === 0 ? { atMs: frame.atMs, width: 640, height: 480, faces: 0 } : frame,
    ),
  })
  expect([away.verdict, failed(away)[0]]).toEqual(['unclear', 'face-in-view'])
  const far = judge(challenge, { rest: { eyeDistance: 25 } })
  expect(far.verdict).not.toBe('live')
  const short = judgeLiveness({ challenge, flashes: 'none', frames: frames.slice(0, 40) })
  expect([short.verdict, failed(short)[0]]).toEqual(['unclear', 'frame-rate'])
})

test('handles a capture without frames and a capture without a face', () => {
  const challenge = draw('empty')
  expect(judgeLiveness({ challenge, frames: [], flashes: 'measured' }).verdict).toBe('unclear')
  const faceless = madeSession(challenge).map(({ atMs, width, height }) => ({
    atMs,
    width,
    height,
    faces: 0,
  }))
  expect(judgeLiveness({ challenge, frames: faceless, flashes: 'measured' }).verdict).toBe('unclear')
})

const passiveModel: PassiveLimits = {
  model: 'a passive model',
  limit: 0.5,
  rates: { attacksPassed: measuredRate(1, 100), liveRefused: measuredRate(2, 100) },
}

test("includes a passive model's result together with the model's error rates", () => {
  const challenge = draw('passive')
  const with_ = (passive: number) =>
    judgeLiveness({
      challenge,
      flashes: 'none',
      passive: passiveModel,
      frames: madeSession(challenge).map((frame) => ({
        ...frame,
        ...(frame.face && { face: { ...frame.face, passive } }),
      })),
    })
  expect(with_(0.9).passiveModel).toMatchObject({
    score: 0.9,
    passed: true,
    model: 'a passive model',
    errorRates: { attacksPassed: { rate: 0.01 }, liveRefused: { rate: 0.02 } },
  })
  expect(with_(0.9).verdict).toBe('live')
  expect(failed(with_(0.1))).toEqual(['passive-model'])
})

test('does not report a passive model as absent when it saw no face', () => {
  const challenge = draw('hidden from the model')
  const frames = madeSession(challenge)
  const asked = judgeLiveness({ challenge, frames, flashes: 'required', passive: passiveModel })
  expect(asked).toMatchObject({ verdict: 'not-live', passiveModel: { frames: 0, passed: false } })
  expect(failed(asked)).toEqual(['passive-model'])
  expect(judgeLiveness({ challenge, frames, flashes: 'required' })).toMatchObject({
    verdict: 'live',
    passiveModel: 'absent',
  })
})

test('reports problems as codes and distinguishes closed eyes from a missing face', () => {
  const challenge = challengeOf('turn-left', 'nod', 'open-mouth')
  const codeOf = (options: SessionOptions) => judge(challenge, options).hintCode
  expect(codeOf({})).toBeUndefined()
  const shut = judge(challenge, { change: () => madeHead({ eyes: 0.08 }) })
  expect([shut.verdict, shut.hintCode]).toEqual(['unclear', 'face.eyes-closed'])
  // Eyes that are naturally narrow count as open.
  expect(codeOf({ rest: { eyes: 0.2 } })).toBeUndefined()
  expect(codeOf({ framesPerSecond: 3 })).toBe('face.frame-rate')
  expect(codeOf({ done: [undefined, undefined, undefined] })).toBe('face.steps-not-done')
  expect(codeOf({ gain: 0 })).toBe('face.screen-light')
  expect(codeOf({ personAt: (atMs) => (atMs > 5_000 ? 1 : 0) })).toBe('face.other-person')
  const with_ = (change: (frame: TimedMeasure) => TimedMeasure) =>
    judgeLiveness({ challenge, flashes: 'required', frames: madeSession(challenge).map(change) })
  const lit = (light: number) => (frame: TimedMeasure) => ({
    ...frame,
    ...(frame.face && { face: { ...frame.face, skin: { red: light, green: light, blue: light } } }),
  })
  expect(with_(lit(0.01)).hintCode).toBe('face.too-dark')
  expect(with_(lit(0.95)).hintCode).toBe('face.too-bright')
  const masked = (cover: number) => (frame: TimedMeasure) => ({
    ...frame,
    ...(frame.face && { face: { ...frame.face, cover } }),
  })
  expect(with_(masked(0.08)).verdict).toBe('live')
  expect(with_(masked(0.2))).toMatchObject({ verdict: 'unclear', hintCode: 'face.covered' })
  expect(with_((frame) => ({ ...frame, faces: 2 })).hintCode).toBe('face.several')
  const { face: _, ...faceless } = madeSession(challenge)[0] ?? { atMs: 0, width: 0, height: 0, faces: 0 }
  expect(with_(({ atMs }) => ({ ...faceless, atMs, faces: 0 })).hintCode).toBe('face.not-in-view')
})

test('picks only pictures with an embedding as the best frames', () => {
  const challenge = draw('best')
  const frames = madeSession(challenge).map(({ face, ...frame }, index) => {
    if (face === undefined || index % 3 === 1) return { ...frame, ...(face && { face }) }
    const { embedding: _, sharpness: __, ...figures } = face
    return { ...frame, face: figures }
  })
  const { bestFrames } = judgeLiveness({ challenge, frames, flashes: 'required' })
  expect(bestFrames).toHaveLength(5)
  expect(bestFrames.every((index) => index % 3 === 1)).toBe(true)
})
