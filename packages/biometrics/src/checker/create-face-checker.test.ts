import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeededRandom } from '@touchstone/common'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose, readFootage, toCapture } from '../../../../test/support/clips/compose.ts'
import { encode } from '../../../../test/support/clips/pictures.ts'
import { readClip } from '../../../../test/support/clips/read-clip.ts'
import { heldOutSessions } from '../../../../test/support/clips/sessions.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { readFaceModels } from '../calibration/face-model-set.ts'
import { facepluginEmbedding } from '../engine/face-models.ts'
import type { Challenge } from '../liveness/challenge.ts'
import { livenessLimits } from '../liveness/liveness-limits.ts'
import { distance } from '../match/distance.ts'
import { fuseMeasures } from '../match/fuse-measures.ts'
import { matchMeasures } from '../match/match-measures.ts'
import type { TimedMeasure } from '../reading/frame-measure.ts'
import { reviveMeasure, serialiseMeasure } from '../reading/serialise-measure.ts'
import { writeMadeCalibration } from '../testing/made-calibration.ts'
import { writeMadeModel } from '../testing/made-face-models.ts'
import { createFaceChecker } from './create-face-checker.ts'
import { decideLiveness } from './decide-liveness.ts'
import type { FaceChecker } from './face-checker.ts'

let checker: FaceChecker
let folder: string
/** Two videos of the same man in front of the map, and a video of the other man. */
let map: Uint8Array[]
let mapElsewhere: Uint8Array
let other: Uint8Array

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-faces-'))
  const liveness = writeMadeModel(folder, { kind: 'liveness' })
  writeMadeCalibration(liveness)
  checker = createFaceChecker({ workers: 1, queueLimit: 3, models: readFaceModels({ liveness }) })
  const pictures = async (clip: 'franck' | 'cap12_edit' | 'cap13_edit2', fromS: number) =>
    (await readClip(clip, fromS, fromS + 0.4)).map(({ bytes }) => bytes)
  map = (await pictures('cap12_edit', 10)).slice(0, 3)
  mapElsewhere = (await pictures('cap13_edit2', 14.5))[0] ?? new Uint8Array()
  other = (await pictures('franck', 27))[0] ?? new Uint8Array()
})

afterAll(async () => {
  await checker.close()
  rmSync(folder, { recursive: true })
})

test('matches two videos of the same man, distinguishes him from the other man and returns the versions', async () => {
  const same = await checker.match({ documentPicture: mapElsewhere, livePictures: map })
  expect(same).toMatchObject({
    verdict: 'same',
    version: {
      checker: 'faces-5',
      passive: expect.stringMatching(/^onnx [0-9a-f]{64}, prepared [0-9a-f]{16}$/),
    },
  })
  expect(same.frames.map(({ used }) => used)).toEqual([true, true, true])
  const different = await checker.match({ documentPicture: other, livePictures: map })
  expect(different.verdict).toBe('different')
  expect(different.distance).toBeGreaterThan(same.distance + 0.15)
})

test("fuses pictures into a unit-length template that is close to another video's template", async () => {
  const first = await checker.template({ pictures: map })
  const second = await checker.template({ pictures: [mapElsewhere] })
  const third = await checker.template({ pictures: [other] })
  expect(first.template.length).toBe(512)
  expect(Math.hypot(...first.template)).toBeCloseTo(1, 5)
  expect(first.quality).toBeGreaterThan(0.3)
  expect(distance(first.template, second.template)).toBeLessThan(0.8)
  expect(distance(first.template, third.template)).toBeGreaterThan(1.2)
})

test('distinguishes the two men with both the faceplugin embedding and the built-in embedding', async () => {
  const models = readFaceModels({ embedding: 'faceplugin', previous: ['built-in'] })
  const both = createFaceChecker({ workers: 1, queueLimit: 3, models })
  try {
    const measures = await Promise.all(
      [map[0], mapElsewhere, other].map((picture = new Uint8Array()) => both.measurePicture({ picture })),
    )
    for (const limits of both.limits.embeddings) {
      const [one, again, stranger] = measures.map((each) => fuseMeasures([each], limits).template)
      if (!one || !again || !stranger) throw new Error('a picture without a template')
      expect(Math.hypot(...one)).toBeCloseTo(1, 5)
      expect(distance(one, again), limits.model).toBeLessThan(limits.same)
      expect(distance(one, stranger), limits.model).toBeGreaterThan(limits.different)
    }
    expect(measures[0]?.face).toMatchObject({ embeddedBy: facepluginEmbedding })
    expect(measures[0]?.face?.embedding).toHaveLength(512)
  } finally {
    await both.close()
  }
})

test('detects by colour a mask over the mouth, nose and cheeks, and detects no mask on two bare faces', async () => {
  const limit = livenessLimits.frames.maxCover
  const coverOf = async (picture: Uint8Array) => (await checker.measurePicture({ picture })).face?.cover ?? 1
  for (const bare of [map[0], mapElsewhere, other]) {
    expect(await coverOf(bare ?? new Uint8Array())).toBeLessThan(limit / 3)
  }
  const colours = ['#5f86b0', ...(testAll ? ['#6f6a64', '#e8e8e8', '#202020'] : [])]
  for (const background of colours) {
    const mask = { create: { width: 125, height: 83, channels: 3 as const, background } }
    const masked = await sharp(map[0])
      .composite([{ input: mask, left: 144, top: 165 }])
      .jpeg()
      .toBuffer()
    expect(await coverOf(masked), background).toBeGreaterThan(limit)
  }
})

test('rejects missing, multiple, sideways and tiny faces, broken files and unsupported formats with distinct codes', async () => {
  const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const face = await sharp(map[0]).extract({ left: 120, top: 60, width: 170, height: 210 }).toBuffer()
  const five = await sharp({ create: { width: 560, height: 440, channels: 3, background: '#fff' } })
    .composite(
      Array.from({ length: 5 }, (_, index) => ({
        input: face,
        left: 10 + (index % 3) * 180,
        top: index < 3 ? 5 : 225,
      })),
    )
    .jpeg()
    .toBuffer()
  const turned = (degrees: number) => sharp(map[0]).rotate(degrees).jpeg().toBuffer()
  const small = await sharp(map[0]).resize(130).jpeg().toBuffer()
  const cases: [string, Uint8Array][] = [
    ['face.none', blank],
    ['face.many', five],
    ['face.not-upright', await turned(180)],
    ...(testAll ? [['face.not-upright', await turned(90)] as [string, Uint8Array]] : []),
    ['face.too-small', small],
    ['image.broken', (map[0] ?? new Uint8Array()).subarray(0, 3_000)],
    ['image.unknown-format', new TextEncoder().encode('<svg/>'.repeat(50))],
  ]
  for (const [code, picture] of cases) {
    await expect(checker.template({ pictures: [picture] }), code).rejects.toMatchObject({
      name: 'UserError',
      code,
    })
  }
  await expect(checker.template({ pictures: [] })).rejects.toMatchObject({
    code: 'face.wrong-number-of-pictures',
  })
})

/** A short challenge with colours and one turn, because measuring a picture takes a fifth of a second. */
const challenge: Challenge = {
  flashes: [
    { colour: 'red', fromMs: 400, toMs: 750 },
    { colour: 'blue', fromMs: 750, toMs: 1_100 },
    { colour: 'green', fromMs: 1_100, toMs: 1_450 },
    { colour: 'yellow', fromMs: 1_450, toMs: 1_800 },
  ],
  steps: [{ action: 'turn-right', fromMs: 2_000, toMs: 4_100 }],
  expiresAt: 0,
}

test("accepts a live man who turns as requested, rejects his photo and returns the passive model's score", {
  // About forty pictures.
  timeout: 180_000,
}, async () => {
  const session = heldOutSessions[0]
  if (session === undefined) throw new Error('no session')
  const locate = async (picture: Parameters<typeof encode>[0]) => {
    const { face } = await checker.measurePicture({ picture: await encode(picture) })
    const [x, y] = face?.features.centre ?? [0, 0]
    return { x, y, size: face?.features.size ?? 0 }
  }
  const acts = session.acts.filter(({ action }) => action === 'turn-right')
  const footage = await readFootage({ ...session, acts }, { mirrored: false, locate })
  const random = createSeededRandom('test')
  const frames = await toCapture(await compose(footage, challenge, { random, flashGain: 0.2 }))
  const live = await checker.liveness({ challenge, frames })
  const failed = live.checks.filter(({ passed }) => passed === false).map(({ name }) => name)
  // The generated passive model accepts only green faces. All other checks must pass.
  expect(failed).toEqual(['passive-model'])
  expect(live.passiveModel).toMatchObject({
    passed: false,
    // One frame in twelve, and possibly the last frame.
    frames: expect.toBeOneOf([3, 4]),
    errorRates: { attacksPassed: { rate: 0.01, high: expect.closeTo(0.0466, 3) } },
  })
  expect(live.verdict).toBe('not-live')
  // One frame in eight is embedded, and the first step begins after 16 frames.
  expect(live.bestFrames).toHaveLength(2)
  const [first] = frames
  if (first === undefined) throw new Error('the clip has no frames')
  const { measures, version } = await checker.measureFrames({ frames: [first], startIndex: 0 })
  const again = { ...first, atMs: 125 }
  const second = await checker.measureFrames({ frames: [again], startIndex: 1, afterMs: 0 })
  // A still picture is simulated by repeating one measurement, because equal pictures have equal
  // measurements. Only some frames, drawn at random, have an embedding and fine detail.
  const inAllFrames = ({ face, digest }: TimedMeasure) => [
    digest,
    face?.pose,
    face?.back,
    face?.nose,
    face?.skin,
  ]
  expect(second.measures.map(inAllFrames)).toEqual(measures.map(inAllFrames))
  const photo = frames.flatMap(({ atMs }) => measures.map((each) => ({ ...each, atMs })))
  const still = decideLiveness({ challenge, measures: photo, version, limits: checker.limits })
  expect(still.verdict).toBe('not-live')
  expect(still.checks.find(({ name }) => name === 'natural-motion')?.passed).toBe(false)
})

test('makes the same decision whether a capture is measured in one pass or in serialised parts', async () => {
  const frames = (await readClip('cap12_edit', 9.9, 10.3)).map(({ bytes }, index) => ({
    atMs: index * 125,
    bytes,
  }))
  const [first, second] = [frames.slice(0, 4), frames.slice(4, 8)]
  const before = await checker.measureFrames({ frames: first, startIndex: 0, challenge })
  const { followed } = before
  expect(followed.faces).toHaveLength(1)
  const after = await checker.measureFrames({
    frames: second,
    startIndex: 4,
    afterMs: 375,
    challenge,
    followed,
  })
  const texts = [...before.measures, ...after.measures].map((each) => JSON.stringify(serialiseMeasure(each)))
  const measures = texts.map((text) => reviveMeasure(JSON.parse(text)))
  expect(measures).toEqual([...before.measures, ...after.measures])
  // All of these frames precede the first step. The second part continues the group that began in the first
  // part.
  expect(measures.filter(({ face }) => face?.embedding !== undefined)).toHaveLength(1)
  expect(measures.filter(({ face }) => face?.features.eyes !== undefined)).toHaveLength(2)
  expect(measures.slice(0, 6).filter(({ face }) => face?.detail !== undefined)).toHaveLength(2)
  const decided = decideLiveness({ challenge, measures, version: after.version, limits: checker.limits })
  expect(decided).toMatchObject({ verdict: 'unclear', hintCode: 'face.frame-rate', version: after.version })
  const best = decided.bestFrames.flatMap((index) => measures[index] ?? [])
  expect(best).toHaveLength(1)
  const documentMeasure = await checker.measurePicture({ picture: mapElsewhere })
  expect(matchMeasures(documentMeasure, best, checker.limits.embeddings).verdict).toBe('same')
  const { template } = fuseMeasures(best, checker.limits.embeddings[0])
  expect(distance(template, (await checker.template({ pictures: map })).template)).toBeLessThan(0.5)

  const late = { frames: second, startIndex: 4, afterMs: 625 }
  await expect(checker.measureFrames(late)).rejects.toMatchObject({ code: 'capture.out-of-order' })
  const many = { frames: second, startIndex: livenessLimits.frames.max - 3, afterMs: 375 }
  await expect(checker.measureFrames(many)).rejects.toMatchObject({ code: 'capture.too-large' })
  expect(() =>
    decideLiveness({ challenge, measures: measures.toReversed(), version: after.version }),
  ).toThrow(expect.objectContaining({ code: 'capture.out-of-order' }))
})

test('rejects out-of-order frames, an empty capture and too many frames before measuring', async () => {
  const frame = { atMs: 0, bytes: other }
  const refusal = (frames: { atMs: number; bytes: Uint8Array }[]) => checker.liveness({ challenge, frames })
  await expect(refusal([])).rejects.toMatchObject({ code: 'capture.out-of-order' })
  await expect(refusal([frame, frame])).rejects.toMatchObject({ code: 'capture.out-of-order' })
  await expect(refusal([{ ...frame, atMs: Number.NaN }])).rejects.toMatchObject({
    code: 'capture.out-of-order',
  })
  const many = Array.from({ length: livenessLimits.frames.max + 1 }, (_, atMs) => ({ ...frame, atMs }))
  await expect(refusal(many)).rejects.toMatchObject({ code: 'capture.too-large' })
})

test('returns a busy error beyond the queue limit and does not block the event loop', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => checker.measurePicture({ picture: other })),
  )
  running = false
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(4)
  const [refused] = answers.filter((answer) => answer.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'work.busy', retryable: true })
  expect(turns).toBeGreaterThan(100)
})
