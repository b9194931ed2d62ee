import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  builtInLimits,
  type EmbeddingLimits,
  type Gallery,
  type LiveFace,
  openGallery,
} from '@touchstone/biometrics'
import { createSeededRandom, systemClock } from '@touchstone/common'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { withFace } from '../../packages/verification/src/journey/draft-face.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { sealDraft } from '../../packages/verification/src/journey/seal-draft.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { judgeFace, livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { openFreshStore } from '../support/engines.ts'

// A change of the embedding model must not allow a person to enrol twice, or to transfer an account to a
// person with another face.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-model-switch-'))
const database = await openFreshStore()
let gallery: Gallery
let world: SessionWorld
let walks: Walks
/** The configured models: the current one and the previous ones. */
let models: EmbeddingLimits[]

const former = builtInLimits
const newer: EmbeddingLimits = {
  ...{ model: 'onnx of the operator', same: 0.9, different: 1.1, outlier: 1 },
  strangers: { mean: 1.4, deviation: 0.06, measuredDownTo: 0.001, people: 10_000 },
}

beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    checkers: { gallery: async () => gallery, faceLimits: () => ({ embeddings: models }) },
  })
  walks = createWalks(world)
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
})
beforeEach(async () => {
  models = [former]
  const { rows } = await database.run('select distinct person from faceprint')
  for (const { person } of rows as { person: string }[]) await gallery.remove(person)
})
afterAll(async () => {
  await gallery?.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function template(seed: string): Float32Array {
  const values = Float32Array.from(createSeededRandom(seed).bytes(128), (byte) => byte - 127.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

/** Returns a live face with one template for each configured model. */
function faceOf(name: string): LiveFace {
  const [current, ...others] = models.map(({ model }) => ({
    model,
    template: template(`${name} by ${model}`),
  }))
  if (current === undefined) throw new Error('no model is configured')
  return { ...current, previous: others }
}

const evidenceHash = Buffer.alloc(32)
const alive = [{ check: 'liveness', passed: true, checker: 'test', evidenceHash }]
const account = (email: string) => walks.visit(email, { kind: 'MeID', checks: ['unique'] }, { lv: 2 })

/** Simulates a person with this name showing a live face on an account's page. */
async function show({ journeyId }: Visit, name: string) {
  const state = await loadState(world, journeyId)
  const outcome = await judgeFace(world, state, { face: faceOf(name), checks: alive })
  await applyOutcome(world, state, livenessStep as never, outcome)
  return outcome
}

const modelsOf = async () =>
  (await database.run("select model from faceprint where purpose = 'person' order by model")).rows.map(
    (row) => (row as { model: string }).model,
  )
const known = { kind: 'negative', reason: 'face.known-already' }

test('recognises a person enrolled before the switch, through any account', async () => {
  expect(await show(await account('first@example.com'), 'ann')).toMatchObject({ kind: 'passed' })
  models = [newer, former]
  expect(await show(await account('second@example.com'), 'ann')).toMatchObject(known)
  expect(await show(await account('other@example.com'), 'ben')).toMatchObject({ kind: 'passed' })
  expect(await modelsOf()).toEqual([former.model, newer.model])
})

test('moves a person to the new embedding and keeps them in only one gallery', async () => {
  await show(await account('moved@example.com'), 'ann')
  models = [newer, former]
  expect(await show(await account('moved@example.com'), 'ann')).toMatchObject({
    kind: 'passed',
    checks: [{}, { check: 'faceprint-match', passed: true, checker: former.model }, { check: 'unique' }],
  })
  expect(await modelsOf()).toEqual([newer.model])
  expect(await show(await account('moved-again@example.com'), 'ann')).toMatchObject(known)
})

test('rejects another face for an account enrolled before the switch', async () => {
  await show(await account('sold@example.com'), 'ann')
  models = [newer, former]
  expect(await show(await account('sold@example.com'), 'buyer')).toMatchObject({
    kind: 'negative',
    reason: 'face.other-than-meid',
    checks: [{}, { check: 'faceprint-match', passed: false }],
  })
  // The previous face stays enrolled, so that it cannot be enrolled a second time.
  expect(await modelsOf()).toEqual([former.model])
})

test('rejects everyone while a model with enrolled people is missing', async () => {
  await show(await account('left@example.com'), 'ann')
  models = [newer]
  await expect(show(await account('again@example.com'), 'ann')).rejects.toMatchObject({
    code: 'faceprint.model-missing',
  })
  await expect(show(await account('left@example.com'), 'ann')).rejects.toMatchObject({
    code: 'faceprint.model-missing',
  })
  expect(await modelsOf()).toEqual([former.model])
})

test('does not enrol a face that was in review during the switch, and requires a new capture', async () => {
  const visit = await account('waiting@example.com')
  const state = await loadState(world, visit.journeyId)
  await sealDraft(world, state, withFace(state.draft, faceOf('ann')))(journeyTablesOf(world))
  const detail = { reasons: [], checks: [] }
  await applyOutcome(world, state, livenessStep as never, { kind: 'review', review: 'faceprint', detail })
  models = [newer, former]
  expect(await show(await account('meanwhile@example.com'), 'ann')).toMatchObject({ kind: 'passed' })
  const [review] = await listReviews(world, { decided: false })
  await decideReview(world, { id: review?.id ?? 0, decision: 'clear', by: 'officer 1' })
  expect(await walks.stepOf(visit)).toMatchObject({
    name: 'failed',
    reason: 'face.review-over',
    retry: 'step',
  })
  expect(await modelsOf()).toEqual([newer.model])
})
