import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  type Challenge,
  createFaceChecker,
  type Gallery,
  openGallery,
  readFaceModels,
} from '@touchstone/biometrics'
import { systemClock } from '@touchstone/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { answerChallenge } from '../../../../test/support/journeys/answer-challenge.ts'
import { writeMadeCalibration } from '../../../biometrics/src/testing/made-calibration.ts'
import { writeMadeModel } from '../../../biometrics/src/testing/made-face-models.ts'
import { insertCapture, insertFrames } from '../capture/capture-store.ts'
import { journeyTablesOf } from '../context.ts'
import { submitFrames } from '../pipeline/capture-liveness.ts'
import { finishLiveness } from '../pipeline/finish-liveness.ts'
import { framesColumn } from '../sealed-columns.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-own-models-'))
const database = await openFreshStore()
const embedding = writeMadeModel(folder, { kind: 'embedding' })
const liveness = writeMadeModel(folder, { kind: 'liveness' })
// The generated embedding depends only on how far the head is turned. The generated liveness model accepts
// only green faces.
writeMadeCalibration(embedding, { same: 1.2, different: 1.4 })
writeMadeCalibration(liveness, { limit: 0 })
const models = readFaceModels({ embedding, liveness, previous: ['built-in'] })
const faces = createFaceChecker({ workers: 1, queueLimit: 10, timeLimitMs: 120_000, models })
let gallery: Gallery
let world: SessionWorld
let walks: Walks

beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    checkers: { faces: async () => faces, faceLimits: () => faces.limits, gallery: async () => gallery },
  })
  walks = createWalks(world)
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
})
afterAll(async () => {
  await gallery?.close()
  await faces.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const flash = (colour: 'red' | 'blue' | 'green' | 'yellow', fromMs: number) => ({
  ...{ colour, fromMs, toMs: fromMs + 350 },
})
const challenge: Challenge = {
  flashes: [flash('red', 400), flash('blue', 750), flash('green', 1_100), flash('yellow', 1_450)],
  steps: [{ action: 'turn-right', fromMs: 2_000, toMs: 4_100 }],
  expiresAt: 0,
}

async function film(visit: Visit): Promise<void> {
  const id = `film of ${visit.journeyId}`
  const begunAt = world.clock.now()
  const drawn = { ...challenge, id, expiresAt: begunAt + 60_000 }
  const at = new Date(begunAt)
  await insertCapture(journeyTablesOf(world), { id, journeyId: visit.journeyId, challenge: drawn, at })
  const frames = await answerChallenge({ ...drawn, expiresInMs: 60_000 })
  world.clock.advance(20_000)
  const received = frames.map((frame) => ({ ...frame, receivedAt: begunAt + frame.atMs }))
  await (await submitFrames(world, visit, { challengeId: id, frames: received })).measured
  await finishLiveness(world, visit, { challengeId: id })
  await walks.settled()
}

test("uses the operator's models and records their error rates in the journal", async () => {
  const visit = await walks.visit('film@example.com', { kind: 'MeID', checks: ['unique'] }, { lv: 2 })
  await film(visit)
  expect(await walks.stepOf(visit)).toMatchObject({ name: 'prove' })
  const { rows } = await database.run(
    `select check_name, passed, checker from decision where journey_id = ${visit.journeyId} order by 1`,
  )
  const name = /onnx [0-9a-f]{64}, prepared [0-9a-f]{16}/.source
  expect(rows).toContainEqual({
    check_name: 'liveness',
    passed: true,
    checker: expect.stringMatching(
      `^faces-5, passive ${name}, attacks passed at most 4\\.7 %, live refused at most 6\\.2 %$`,
    ),
  })
  expect(rows).toContainEqual({
    check_name: 'unique',
    passed: true,
    checker: expect.stringMatching(
      `^uniqueness-1, ${name}, false matches at most 0\\.10 %, missed at most 3\\.7 %$`,
    ),
  })
  const { rows: enrolled } = await database.run('select model from faceprint')
  expect(enrolled).toEqual([{ model: faces.version.embedding }])
}, 120_000)

test('after a restart with different models, asks for a new recording without counting a try', async () => {
  const visit = await walks.visit('restart@example.com', { kind: 'MeID', checks: ['unique'] }, { lv: 2 })
  const id = 'before the restart'
  const at = new Date(world.clock.now())
  const drawn = { ...challenge, id, expiresAt: at.getTime() + 60_000 }
  const db = journeyTablesOf(world)
  await insertCapture(db, { id, journeyId: visit.journeyId, challenge: drawn, at })
  const { embedding: before, ...version } = faces.version
  const kept = { version: { ...version, embedding: `not ${before}` }, measures: [] }
  await insertFrames(db, {
    ...{ captureId: id, firstIndex: 0, count: 1, lastAtMs: 0, evidenceHash: Buffer.alloc(32) },
    sealed: world.vault.seal(JSON.stringify(kept), framesColumn.at(id, 0)),
  })
  await finishLiveness(world, visit, { challengeId: id })
  expect(await walks.stepOf(visit)).toMatchObject({
    name: 'failed',
    screen: 'faceprint-server',
    reason: 'faceprint.unavailable',
  })
})
