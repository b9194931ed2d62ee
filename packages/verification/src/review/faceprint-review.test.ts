import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  type Challenge,
  createFaceChecker,
  decideLiveness,
  drawChallenge,
  fuseMeasures,
  type Gallery,
  openGallery,
  reviveMeasure,
  uniquenessLimits,
  versions,
} from '@touchstone/biometrics'
import { createSeededRandom, systemClock } from '@touchstone/common'
import { loadJourney } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshEmbedded } from '../../../../test/support/engines.ts'
import { answerChallenge } from '../../../../test/support/journeys/answer-challenge.ts'
import { journeyTablesOf } from '../context.ts'
import { askForCode, giveCode } from '../login/login-by-email.ts'
import { finishLiveness } from '../pipeline/actions.ts'
import { loadState } from '../pipeline/load-state.ts'
import type { Session } from '../sessions/session.ts'
import { selectSession } from '../sessions/session-store.ts'
import { viewOf } from '../sessions/view-of.ts'
import type { MeasuredFrames } from '../steps/capture.ts'
import { giveFrames } from '../steps/capture-liveness.ts'
import { insertCapture, insertFrames, selectFrames } from '../steps/capture-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { decideReview } from './decide-review.ts'
import { listReviews } from './list-reviews.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-review-'))
const file = join(folder, 'keys')
const database = await openFreshEmbedded()
const faces = createFaceChecker({ workers: 2, queueLimit: 10, timeLimitMs: 120_000 })
let gallery: Gallery
let world: SessionWorld
/** One film of one man, whom every account here brings: what was drawn, and what was measured of it. */
let film: { challenge: Challenge; rows: Awaited<ReturnType<typeof selectFrames>>; frames: number }

beforeAll(async () => {
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    trades: { faces: async () => faces, gallery: async () => gallery },
  })
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
  film = await takeFilm()
  await enrolSomebodyAlike()
})
afterAll(async () => {
  await gallery?.close()
  await faces.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

let people = 0
async function atLiveness(): Promise<Session> {
  const session = await world.openAuthorized({ program: { kind: 'MeID', checks: ['unique'] }, lv: 2 })
  await askForCode(world, session, { email: `face${++people}@example.com`, ip: `10.7.0.${people}` })
  await giveCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
  return await selectSession(journeyTablesOf(world), session.id)
}

async function takeFilm() {
  const session = await atLiveness()
  const db = journeyTablesOf(world)
  const id = 'the film'
  // The same one in every run: what is tried here must not hang on what chance draws.
  const challenge = drawChallenge({ random: createSeededRandom(id), clock: world.clock, id })
  const at = new Date(world.clock.now())
  await insertCapture(db, { id, journeyId: session.journeyId ?? 0, challenge, at })
  const frames = await answerChallenge({ ...challenge, id, expiresInMs: 120_000 })
  world.clock.advance(20_000)
  await giveFrames(world, session, { challengeId: id, frames })
  return { challenge, rows: await selectFrames(db, id), frames: frames.length }
}

/** A stranger whose face is as near as makes the rule unsure. */
async function enrolSomebodyAlike(): Promise<void> {
  const measures = film.rows.flatMap(({ sealed }) =>
    (JSON.parse(world.vault.open(sealed)) as MeasuredFrames).measures.map(reviveMeasure),
  )
  const version = { ...versions, passive: 'absent' as const }
  const judged = decideLiveness({ challenge: film.challenge, measures, flashes: 'required', version })
  expect(judged.verdict).toBe('live')
  const { template } = fuseMeasures(judged.bestFrames.flatMap((index) => measures[index] ?? []))
  const { duplicate, grey } = uniquenessLimits(1)
  const moved = Float32Array.from(template)
  moved[0] = (moved[0] ?? 0) + (duplicate + grey) / 2
  const stranger = { person: 'somebody', model: versions.embedding, template: moved }
  expect(await gallery.enrol(stranger, () => true)).toMatchObject({ enrolled: true })
}

/** The same film before another session's camera. */
async function showFace(session: Session): Promise<void> {
  const db = journeyTablesOf(world)
  const id = `film ${session.id}`
  const now = world.clock.now()
  const challenge = { ...film.challenge, expiresAt: now + 60_000 }
  await insertCapture(db, { id, journeyId: session.journeyId ?? 0, challenge, at: new Date(now) })
  for (const [index, row] of film.rows.entries())
    await insertFrames(db, { captureId: id, firstIndex: index, count: film.frames, lastAtMs: 15_000, ...row })
  await finishLiveness(world, session, { challengeId: id })
}

const stepOf = async (session: Session) => (await viewOf(world, session)).step
const newest = async () => (await listReviews(world, { decided: false })).at(-1)?.id ?? 0
const statusOf = async (session: Session) => {
  await Promise.all(world.underWay.values())
  const loaded = await loadJourney(world.kyc, session.journeyId ?? 0)
  return loaded?.journey.status
}

test('a face that is like another one waits; the same person is refused', async () => {
  const session = await atLiveness()
  await showFace(session)
  expect(await stepOf(session)).toMatchObject({ name: 'review', what: 'faceprint' })
  await decideReview(world, { id: await newest(), decision: 'confirm', by: 'officer 1' })
  expect(await stepOf(session)).toMatchObject({
    name: 'failed',
    screen: 'existing-faceprint',
    reason: 'face.known-already',
  })
  expect(await listReviews(world, { decided: false })).toEqual([])
  // Nothing that was read of the person stays with a journey that failed.
  expect((await loadState(world, session.journeyId ?? 0)).draft).toEqual({})
})

test('somebody else goes on and is enrolled; the same face by a second account is not cleared along', async () => {
  const first = await atLiveness()
  const second = await atLiveness()
  await showFace(first)
  const ofFirst = await newest()
  await showFace(second)
  const ofSecond = await newest()
  expect(ofSecond).not.toBe(ofFirst)

  await decideReview(world, { id: ofFirst, decision: 'clear', by: 'officer 1', note: 'a brother' })
  expect(await statusOf(first)).toBe('Liveness Checked')
  expect(await stepOf(first)).toMatchObject({ name: 'prove' })

  await decideReview(world, { id: ofSecond, decision: 'clear', by: 'officer 1', note: 'a brother' })
  expect(await stepOf(second)).toMatchObject({ name: 'failed', screen: 'existing-faceprint' })

  const third = await atLiveness()
  await showFace(third)
  expect(await stepOf(third)).toMatchObject({ name: 'failed', screen: 'existing-faceprint' })
})
