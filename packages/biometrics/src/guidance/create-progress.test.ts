import { createManualClock, createSeededRandom } from '@touchstone/common'
import { expect, test } from 'vitest'
import { drawChallenge } from '../liveness/draw-challenge.ts'
import { madeFace } from '../testing/made-face.ts'
import { madeSession } from '../testing/made-session.ts'
import { advise } from './advise.ts'
import { createProgress } from './create-progress.ts'

const challenge = drawChallenge({ random: createSeededRandom('progress'), clock: createManualClock(0) })

test('reports the colours, each step when it is due, and the steps that have been seen', () => {
  const progress = createProgress(challenge)
  const states = madeSession(challenge).map((frame) => ({
    atMs: frame.atMs,
    ...progress.follow(frame.atMs, frame),
  }))
  for (const { action, fromMs, toMs } of challenge.steps) {
    const during = states.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    expect(new Set(during.map((state) => state.action))).toEqual(new Set([action]))
  }
  expect(states.filter(({ phase }) => phase === 'neutral').every(({ action }) => action === undefined)).toBe(
    true,
  )
  expect(new Set(states.flatMap(({ colour }) => colour ?? []))).toEqual(
    new Set(challenge.flashes.map(({ colour }) => colour)),
  )
  expect(states[0]?.seen).toEqual([false, false, false])
  expect(states.at(-1)?.seen).toEqual([true, true, true])
  const end = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  expect(progress.follow(end + 1, { width: 640, height: 480, faces: 0 }).phase).toBe('done')
})

test('does not report a step that the user did not perform', () => {
  const progress = createProgress(challenge)
  const frames = madeSession(challenge, { done: [undefined, undefined, undefined] })
  const seen = frames.map((frame) => progress.follow(frame.atMs, frame).seen)
  expect(seen.at(-1)).toEqual([false, false, false])
})

test('gives advice on a missing face, multiple faces, distance, position and light, and otherwise reports that the person is ready', () => {
  const face = madeFace({ person: 1 })
  const of = (change: object, faces = 1) =>
    advise({ width: 640, height: 480, faces, face: { ...face, ...change } })
  const at = (size: number, x = 320) => ({ features: { ...face.features, size, centre: [x, 240] as const } })
  expect(advise({ width: 640, height: 480, faces: 0 })).toBe('no-face')
  expect(of({}, 2)).toBe('many-faces')
  expect(of(at(100))).toBe('come-nearer')
  expect(of(at(470))).toBe('go-back')
  expect(of(at(250, 60))).toBe('move-to-the-middle')
  expect(of({ ...at(250), skin: { red: 0.01, green: 0.01, blue: 0.01 } })).toBe('more-light')
  expect(of({ ...at(250), skin: { red: 0.95, green: 0.95, blue: 0.9 } })).toBe('less-light')
  expect(of(at(250))).toBe('ready')
})
