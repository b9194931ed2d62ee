import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addKeyToFile, builtInLimits, type Gallery, openGallery } from '@touchstone/biometrics'
import { createSeededRandom } from '@touchstone/common'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { withFace } from '../../packages/verification/src/journey/draft-face.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { sealDraft } from '../../packages/verification/src/journey/seal-draft.ts'
import { reviewReserved } from '../../packages/verification/src/pipeline/actions.ts'
import { startLiveness } from '../../packages/verification/src/pipeline/capture-liveness.ts'
import { forgetPerson } from '../../packages/verification/src/pipeline/person-requests.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { judgeFace, livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { openFreshStore } from '../support/engines.ts'

// A person must not be able to verify repeatedly by deleting their data in between, or by trying new
// mailboxes until a picture is not recognised.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-uniqueness-'))
const database = await openFreshStore()
const day = 86_400_000
let gallery: Gallery
let world: SessionWorld & { tombstoneDays: number }
let walks: Walks
beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    checkers: {
      gallery: async () => gallery,
      faces: async () => ({}) as never,
      faceLimits: () => ({ embeddings: [builtInLimits] }),
    },
    chains: { mintedFor: async () => [] },
  })
  walks = createWalks(world)
  gallery = await openGallery({ database, clock: world.clock, keys: { file } })
})
beforeEach(async () => {
  world.tombstoneDays = 180
  const { rows } = await database.run('select distinct person from faceprint')
  for (const { person } of rows as { person: string }[]) await gallery.remove(person)
})
afterAll(async () => {
  await gallery?.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function faceOf(name: string) {
  const values = Float32Array.from(createSeededRandom(name).bytes(128), (byte) => byte - 127.5)
  const length = Math.hypot(...values)
  return { model: builtInLimits.model, template: values.map((value) => value / length), previous: [] }
}

async function show(visit: Visit, name: string): Promise<Visit> {
  const state = await loadState(world, visit.journeyId)
  const decided = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
  const checks = ['liveness', 'liveness-colours'].map((check) => ({ check, ...decided }))
  const outcome = await judgeFace(world, state, { face: faceOf(name), checks })
  await applyOutcome(world, state, livenessStep as never, outcome)
  return visit
}
const account = (email: string) => walks.visit(email, { kind: 'MeID', checks: ['unique'] }, { lv: 2 })
const enrol = async (email: string, name: string) => await show(await account(email), name)
const stepOf = async (visit: Visit) => (await viewOf(world, visit)).step
const statusOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.status
const kept = async () =>
  (await database.run('select purpose, expires_at from faceprint where expires_at is not null')).rows as {
    purpose: string
  }[]

test('rejects a person who has deleted their data and verifies again with another account', async () => {
  const first = await enrol('first@example.com', 'ann')
  expect(await statusOf(first)).toBe('Liveness Checked')
  const until = world.clock.now() + 180 * day
  await forgetPerson(world, first)
  expect(await stepOf(first)).toMatchObject({ name: 'forgotten', receipt: { faceKeptUntil: until } })
  for (const email of ['second@example.com', 'third@example.com', 'fourth@example.com']) {
    const visit = await enrol(email, 'ann')
    expect(await statusOf(visit)).toBe('Verification Started')
    expect(await stepOf(visit)).toEqual({ name: 'reserved', until })
    // No other capture is possible in the same attempt.
    await expect(startLiveness(world, visit)).rejects.toMatchObject({ code: 'step.other' })
  }
  expect((await enrol('ben@example.com', 'ben')) && (await kept())).toHaveLength(1)
  // The stored name does not identify the person.
  const { rows } = await database.run('select person from faceprint where expires_at is not null')
  expect((rows as { person: string }[])[0]?.person).toMatch(/^[0-9a-f]{32}$/)
})

test('deletes the faceprint of an erased person when it expires', async () => {
  await forgetPerson(world, await enrol('expires@example.com', 'eve'))
  world.clock.advance(180 * day)
  expect(await gallery.expire()).toBe(1)
  expect(await kept()).toEqual([])
  expect(await statusOf(await enrol('later@example.com', 'eve'))).toBe('Liveness Checked')
})

test('keeps no faceprint if the operator has set 0 days, or if the person was not enrolled for uniqueness', async () => {
  world.tombstoneDays = 0
  const first = await enrol('off@example.com', 'otto')
  await forgetPerson(world, first)
  const { step } = await viewOf(world, first)
  expect(step.name === 'forgotten' && step.receipt.faceKeptUntil).toBeUndefined()
  world.tombstoneDays = 180
  const own = { person: 'not searched', ...faceOf('nora') }
  await gallery.keep(own, () => true)
  expect(await gallery.retire('not searched', world.clock.now() + day)).toEqual({ removed: 1, isKept: false })
  expect(await kept()).toEqual([])
})

test('keeps the faceprint of a refused face, but still accepts the enrolled person', async () => {
  await enrol('known@example.com', 'kim')
  const refused = await enrol('again@example.com', 'kim')
  expect(await stepOf(refused)).toMatchObject({ name: 'failed', reason: 'face.known-already' })
  expect(await kept()).toMatchObject([{ purpose: 'refused' }])
  expect(await statusOf(await enrol('known@example.com', 'kim'))).toBe('Liveness Checked')
  world.clock.advance(30 * day)
  expect(await gallery.expire()).toBe(1)
})

test('deletes the faceprint of an erased person when a reviewer clears the match', async () => {
  await forgetPerson(world, await enrol('returns@example.com', 'rita'))
  const visit = await enrol('returned@example.com', 'rita')
  await reviewReserved(world, visit, { agreed: true })
  expect(await stepOf(visit)).toMatchObject({ name: 'review', what: 'faceprint' })
  const [review] = await listReviews(world, { decided: false })
  const { program } = await loadState(world, visit.journeyId)
  expect(await listReviews(world, { decided: false, onlyOf: program.merchantId })).toEqual([])
  await decideReview(world, { id: review?.id ?? 0, decision: 'clear', by: 'officer 1' })
  expect(await statusOf(visit)).toBe('Liveness Checked')
  expect(await kept()).toEqual([])
})

test('ends the attempt if the person declines a review', async () => {
  await forgetPerson(world, await enrol('stops@example.com', 'sam'))
  const visit = await enrol('stopped@example.com', 'sam')
  await reviewReserved(world, visit, { agreed: false })
  expect(await stepOf(visit)).toMatchObject({
    name: 'failed',
    screen: 'existing-faceprint',
    reason: 'face.reserved',
  })
  expect((await loadState(world, visit.journeyId)).draft).toEqual({})
})

test('lists the kept faceprints before the person begins', async () => {
  const keepsOf = async () => {
    const { session } = await world.open({ program: { kind: 'MeID', checks: ['unique'] }, lv: 2 })
    const { step } = await viewOf(world, session)
    return step.name === 'authorize' ? step.keeps : []
  }
  expect(await keepsOf()).toEqual(
    expect.arrayContaining([
      { what: 'forgotten-face', days: 180 },
      { what: 'refused-face', days: 30 },
    ]),
  )
})

test('does not let a merchant delete the faceprint of an erased person', async () => {
  const visit = await account('similar@example.com')
  const state = await loadState(world, visit.journeyId)
  await sealDraft(world, state, withFace({}, faceOf('sam')))(journeyTablesOf(world))
  const review = { kind: 'review', review: 'faceprint', detail: { checks: [] } } as const
  await applyOutcome(world, state, livenessStep as never, review)
  // The similar person is erased while the review is open.
  await forgetPerson(world, await enrol('erased@example.com', 'sam'))
  const [open] = await listReviews(world, { decided: false })
  const decision = { id: open?.id ?? 0, decision: 'clear', by: 'U1', isMember: true } as const
  const { merchantId } = state.program
  await expect(decideReview(world, { ...decision, onlyOf: merchantId })).rejects.toMatchObject({
    code: 'review.unknown',
  })
  expect(await kept()).toHaveLength(1)
  await decideReview(world, decision)
  expect(await statusOf(visit)).toBe('Liveness Checked')
  expect(await kept()).toEqual([])
})
