import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  type Challenge,
  createFaceChecker,
  decideLiveness,
  fuseMeasures,
  type Gallery,
  openGallery,
  reviveMeasure,
  serialiseMeasure,
  uniquenessLimits,
} from '@touchstone/biometrics'
import { systemClock } from '@touchstone/common'
import { loadJourney } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutPortrait, type PersonName } from '../../../../test/support/camera/index.ts'
import { encode } from '../../../../test/support/clips/pictures.ts'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { answerChallenge } from '../../../../test/support/journeys/answer-challenge.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import type { MeasuredFrames } from '../capture/capture.ts'
import { insertCapture, insertFrames, selectFrames } from '../capture/capture-store.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { selectPictureJournal } from '../journey/review-picture-store.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { chooseColours } from '../pipeline/actions.ts'
import { startLiveness, submitFrames } from '../pipeline/capture-liveness.ts'
import { finishLiveness } from '../pipeline/finish-liveness.ts'
import { decideReview } from '../review/decide-review.ts'
import { expirePictures } from '../review/expire-pictures.ts'
import { listReviews, showReview } from '../review/list-reviews.ts'
import { reviewPictures } from '../review/review-pictures.ts'
import { framesColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type OpenOptions, type SessionWorld } from '../testing/session-world.ts'
import { createWalks } from '../testing/walks.ts'
import { viewOf } from '../visits/view-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-review-'))
const file = join(folder, 'keys')
const database = await openFreshStore()
const faces = createFaceChecker({ workers: 1, queueLimit: 10, timeLimitMs: 120_000 })
let gallery: Gallery
let world: SessionWorld
/** A recording of one man: the challenge and its measurements. */
type Film = { challenge: Challenge; rows: Awaited<ReturnType<typeof selectFrames>>; frames: number }
/**
 * All accounts in this file share this recording of the man following the instructions, so that it is
 * measured only once.
 */
let film: Film
/** Shorter than a drawn challenge, because measuring a picture takes a fifth of a second. */
const flash = (colour: 'red' | 'blue' | 'green' | 'yellow', fromMs: number) => ({
  colour,
  fromMs,
  toMs: fromMs + 350,
})
const challenge: Challenge = {
  flashes: [flash('red', 400), flash('blue', 750), flash('green', 1_100), flash('yellow', 1_450)],
  steps: [{ action: 'turn-right', fromMs: 2_000, toMs: 4_100 }],
  expiresAt: 0,
}
/**
 * A recording without colours and with fewer movements than in a real challenge. It is measured only once.
 */
const colourFree: Challenge = { ...challenge, flashes: [] }
let calmFilm: Promise<Film> | undefined
const takeCalmFilm = (): Promise<Film> => {
  calmFilm ??= takeFilm(colourFree)
  return calmFilm
}
const glance: Challenge = {
  flashes: challenge.flashes.slice(0, 2),
  steps: [{ action: 'turn-right', fromMs: 1_200, toMs: 2_000 }],
  expiresAt: 0,
}

beforeAll(async () => {
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    checkers: { faces: async () => faces, faceLimits: () => faces.limits, gallery: async () => gallery },
  })
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
  film = await takeFilm(challenge)
  await enrolSomebodyAlike()
  // Allows time to load the models and measure about forty pictures.
}, 120_000)
afterAll(async () => {
  await gallery?.close()
  await faces.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

let people = 0
const meid: OpenOptions = { program: { kind: 'MeID', checks: ['unique'] }, lv: 2 }
const mildMeid: OpenOptions = { ...meid, program: { ...meid.program, colourFree: true } }
async function atLiveness(options = meid): Promise<Session> {
  const session = await world.openAuthorized(options)
  await requestCode(world, session, { email: `face${++people}@example.com`, ip: `10.7.0.${people}` })
  await submitCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
  return await selectSession(journeyTablesOf(world), session.id)
}

let films = 0
async function takeFilm(asked: Challenge, manner?: Parameters<typeof answerChallenge>[1]): Promise<Film> {
  const session = await atLiveness()
  const db = journeyTablesOf(world)
  const id = `taken ${++films}`
  const drawn = { ...asked, id, expiresAt: world.clock.now() + 60_000 }
  const at = new Date(world.clock.now())
  await insertCapture(db, { id, journeyId: session.journeyId ?? 0, challenge: drawn, at })
  const frames = await answerChallenge({ ...drawn, expiresInMs: 60_000 }, manner)
  const begunAt = world.clock.now()
  world.clock.advance(20_000)
  const received = frames.map((frame) => ({ ...frame, receivedAt: begunAt + frame.atMs }))
  await (await submitFrames(world, session, { challengeId: id, frames: received })).measured
  return { challenge: drawn, rows: await selectFrames(db, id), frames: frames.length }
}

function figuresOf({ challenge }: Film, { firstIndex, sealed }: Film['rows'][number]): string {
  return world.vault.open(sealed, framesColumn.at(challenge.id ?? '', firstIndex))
}

/** Enrols a stranger whose face is so similar that a review is required. */
async function enrolSomebodyAlike(): Promise<void> {
  const measures = film.rows.flatMap((row) =>
    (JSON.parse(figuresOf(film, row)) as MeasuredFrames).measures.map(reviveMeasure),
  )
  const { version, limits } = faces
  const judged = decideLiveness({ challenge: film.challenge, measures, flashes: 'required', version, limits })
  expect(judged.verdict).toBe('live')
  const { template } = fuseMeasures(
    judged.bestFrames.flatMap((index) => measures[index] ?? []),
    faces.limits.embeddings[0],
  )
  const { duplicate, grey } = uniquenessLimits(1, faces.limits.embeddings[0]?.strangers)
  const moved = Float32Array.from(template)
  moved[0] = (moved[0] ?? 0) + (duplicate + grey) / 2
  const stranger = { person: 'somebody', model: faces.version.embedding, template: moved }
  expect(await gallery.enrol(stranger, () => true)).toMatchObject({ enrolled: true })
}

/** In another session, submits the measurements of a recording. */
async function showFace(session: Session, shown = film): Promise<void> {
  const db = journeyTablesOf(world)
  const id = `film ${session.id}`
  const now = world.clock.now()
  const drawn = { ...shown.challenge, expiresAt: now + 60_000 }
  await insertCapture(db, { id, journeyId: session.journeyId ?? 0, challenge: drawn, at: new Date(now) })
  for (const [index, row] of shown.rows.entries())
    await insertFrames(db, {
      ...row,
      captureId: id,
      firstIndex: index,
      count: shown.frames,
      lastAtMs: 15_000,
      sealed: world.vault.seal(figuresOf(shown, row), framesColumn.at(id, index)),
    })
  await finishLiveness(world, session, { challengeId: id })
}

const stepOf = async (session: Session) => (await viewOf(world, session)).step
const enrolledFaces = async () => (await database.run('select person from faceprint')).rows.length
const newest = async () => (await listReviews(world, { decided: false })).at(-1)?.id ?? 0
const statusOf = async (session: Session) => {
  await Promise.all(world.inProgress.values())
  const loaded = await loadJourney(world.kyc, session.journeyId ?? 0)
  return loaded?.journey.status
}

const portraitOf = async (name: PersonName) => await encode(await cutPortrait(name))

const manners = [
  ['keep their eyes closed', 'keeps-eyes-shut', 'face.eyes-closed'],
  ['covers his face', 'covers-face', 'face.not-in-view'],
  ['wears a mask', 'wears-mask', 'face.covered'],
] as const
/**
 * By default, only the first case runs with pictures. Other tests cover the remaining reasons without
 * pictures.
 */
test.each(testAll ? manners : manners.slice(0, 1))(
  'asks people who %s to try again and shows the reason',
  async (_, manner, reason) => {
    const session = await atLiveness()
    await showFace(session, await takeFilm(glance, manner))
    expect(await stepOf(session)).toMatchObject({
      name: 'failed',
      screen: 'face-recognition',
      reason,
      retry: 'step',
      attemptsLeft: 2,
    })
  },
)

test('accepts the document holder and rejects another person', async () => {
  const walks = createWalks(world)
  const withDocumentOf = async (name: PersonName) => {
    const { version: _, ...measure } = await faces.measurePicture({ picture: await portraitOf(name) })
    const visit = await walks.visit(`${name}@example.com`, { checks: ['age'] })
    await walks.read(visit, serialiseMeasure({ ...measure, atMs: 0 }))
    await showFace(visit)
    await walks.settled()
    return await stepOf(visit)
  }
  expect(await withDocumentOf('blue-wall-man')).toMatchObject({
    name: 'failed',
    screen: 'face-mismatch',
    reason: 'face.other-than-document',
  })
  expect(await withDocumentOf('map-man')).toMatchObject({ name: 'prove' })
})

test('rejects a face that differs from the enrolled face', async () => {
  const session = await atLiveness()
  const { journey } = await loadState(world, session.journeyId ?? 0)
  const { template } = await faces.template({ pictures: [await portraitOf('blue-wall-man')] })
  const enrolled = {
    person: faceprintName(world.vault, journey.svcId),
    model: faces.version.embedding,
    template,
  }
  expect(await gallery.enrol(enrolled, () => true)).toMatchObject({ enrolled: true })
  await showFace(session)
  expect(await stepOf(session)).toMatchObject({
    name: 'failed',
    screen: 'faceprint-mismatch',
    reason: 'face.other-than-meid',
  })
})

test('sends a similar face to a reviewer and rejects the same face', async () => {
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
  // A failed journey keeps none of the person's data.
  expect((await loadState(world, session.journeyId ?? 0)).draft).toEqual({})
})

test('enrols a face that a reviewer cleared but does not clear the same face for a second account', async () => {
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
  expect(await stepOf(third)).toMatchObject({
    name: 'failed',
    screen: 'existing-faceprint',
    reason: 'face.known-already',
  })
})

test('replaces colours with more movements if the program allows it and the person requests it', async () => {
  const strict = await atLiveness()
  expect(await stepOf(strict)).toEqual({ name: 'liveness' })
  await chooseColours(world, strict, { colours: false })
  expect(await startLiveness(world, strict)).toMatchObject({ challenge: { steps: { length: 3 } } })

  const session = await atLiveness(mildMeid)
  expect(await stepOf(session)).toEqual({ name: 'liveness', colourFree: { chosen: false, days: 7 } })
  const coloured = await startLiveness(world, session)
  expect(coloured).toMatchObject({ challenge: { steps: { length: 3 }, flashes: { length: 14 } } })
  await chooseColours(world, session, { colours: false })
  expect(await stepOf(session)).toMatchObject({ colourFree: { chosen: true } })
  const calm = await startLiveness(world, session)
  expect(calm).toMatchObject({ challenge: { steps: { length: 5 }, flashes: [] } })
  await chooseColours(world, session, { colours: true })
  expect(await startLiveness(world, session)).toMatchObject({ challenge: { flashes: { length: 14 } } })
})

test('accepts a recording without colours after a review and deletes its pictures', async () => {
  const calm = await takeCalmFilm()
  const walks = createWalks(world)
  const { version: _, ...measure } = await faces.measurePicture({ picture: await portraitOf('map-man') })
  const visit = await walks.visit('calm@example.com', { checks: ['age'], colourFree: true })
  await walks.read(visit, serialiseMeasure({ ...measure, atMs: 0 }))
  await showFace(visit, calm)
  expect(await stepOf(visit)).toMatchObject({ name: 'review', what: 'liveness' })

  const id = await newest()
  // A merchant must not decide which face is stored for all merchants.
  const { merchant } = await loadState(world, visit.journeyId)
  expect(await listReviews(world, { decided: false, onlyOf: merchant.id })).toEqual([])
  const { detail } = await showReview(world, { id })
  const film = [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500]
  const asked = film.map((atMs) => (atMs >= 2_000 && atMs < 4_100 ? 'turn-right' : 'look-ahead'))
  expect(detail).toMatchObject({
    checks: [{ check: 'face-match', passed: true }],
    film: asked.map((each, index) => ({ asked: each, atMs: film[index] })),
  })
  const { pictures } = await reviewPictures(world, { id, by: 'officer 1' })
  expect(pictures.map(({ type, asked: each }) => [type, each])).toEqual(asked.map((each) => ['jpg', each]))

  await decideReview(world, { id, decision: 'clear', by: 'officer 1' })
  await walks.settled()
  expect(await stepOf(visit)).toMatchObject({ name: 'prove' })
  await expect(reviewPictures(world, { id, by: 'officer 1' })).rejects.toMatchObject({
    code: 'review.no-pictures',
  })
  const journal = await selectPictureJournal(journeyTablesOf(world), id)
  expect(journal.map(({ event, reason }) => [event, reason])).toEqual([
    ['kept', 'agreed'],
    ['shown', 'review'],
    ['deleted', 'review.decided'],
  ])
  const { rows } = await database.run(
    `select check_name, passed, checker from decision where journey_id = ${visit.journeyId} order by 1`,
  )
  expect(rows).toContainEqual({ check_name: 'liveness', passed: true, checker: `review ${id}` })
  expect(rows).toContainEqual({ check_name: 'face-match', passed: true, checker: faces.version.embedding })
})

test('does not enrol a face from an unreviewed recording without colours, and deletes its pictures', async () => {
  const calm = await takeCalmFilm()
  const [refused, cleared, left] = [
    await atLiveness(mildMeid),
    await atLiveness(mildMeid),
    await atLiveness(mildMeid),
  ]
  const enrolled = await enrolledFaces()
  await showFace(refused, calm)
  await decideReview(world, { id: await newest(), decision: 'confirm', by: 'officer 1' })
  expect(await stepOf(refused)).toMatchObject({
    name: 'failed',
    screen: 'face-recognition',
    reason: 'face.not-live',
  })
  await showFace(cleared, calm)
  expect(await enrolledFaces()).toBe(enrolled)
  await decideReview(world, { id: await newest(), decision: 'clear', by: 'officer 1' })
  // The face was enrolled by another account before the decision, so the journey fails although the reviewer
  // cleared the face.
  expect(await stepOf(cleared)).toMatchObject({ name: 'failed', reason: 'face.known-already' })
  await showFace(left, calm)
  const waiting = await newest()
  world.clock.advance(7 * 86_400_000)
  expect(await expirePictures(world)).toBe(1)
  expect(await stepOf(left)).toMatchObject({ name: 'failed', reason: 'face.review-over', retry: 'step' })
  const [, deleted] = await selectPictureJournal(journeyTablesOf(world), waiting)
  expect(deleted).toMatchObject({ event: 'deleted', reason: 'review.over' })
})
