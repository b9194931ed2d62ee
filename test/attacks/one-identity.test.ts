import { createHash } from 'node:crypto'
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
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { sealDraft } from '../../packages/verification/src/journey/seal-draft.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { identityOf } from '../../packages/verification/src/people/identity.ts'
import { selectShared } from '../../packages/verification/src/people/person-journeys-store.ts'
import { confirmDocument } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { screenAgain } from '../../packages/verification/src/review/screen-again.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { addressStep } from '../../packages/verification/src/steps/address.ts'
import { judgeFace, livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import { createPasses } from '../../packages/verification/src/testing/passes.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { openFreshStore } from '../support/engines.ts'

// A second person must not be able to continue under the identity of the first, even with the same login and
// the same wallet file: the first person's sanctions result, address and checks would pass to the second
// person, and the first person would no longer be screened.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-identity-'))
const database = await openFreshStore()
let gallery: Gallery
let world: SessionWorld
let walks: Walks
let models: EmbeddingLimits[]
/** The version of the sanctions list, and the surnames on it. */
let list = { version: '1', listed: [] as string[] }

beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  const screening = {
    refresh: async () => {},
    versions: () => [{ list: 'test', version: list.version }],
    screen: async ({ names }: { names: string[] }) => ({
      policy: 'test@1',
      screenedAgainst: [{ list: 'test', version: list.version }],
      hits: names
        .filter((name) => list.listed.some((surname) => name.endsWith(surname)))
        .map((name) => ({ list: 'test', entryId: name, entryHash: name })),
    }),
  }
  world = await createSessionWorld(database, {
    checkers: {
      gallery: async () => gallery,
      faceLimits: () => ({ embeddings: models }),
      screening: async () => screening as never,
    },
  })
  walks = createWalks(world)
  gallery = await openGallery({ database, clock: systemClock, keys: { file } })
})
beforeEach(() => {
  models = [builtInLimits]
  list = { version: '1', listed: [] }
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

function faceOf(name: string): LiveFace {
  const [current, ...others] = models.map(({ model }) => ({
    model,
    template: template(`${name} by ${model}`),
  }))
  if (current === undefined) throw new Error('no model is configured')
  return { ...current, previous: others }
}

type Document = { surname: string; givenNames?: string; birthDate?: string; number?: string }
const ada: Document = { surname: 'FIRST', birthDate: '1990-01-02', number: 'A1' }
const bob: Document = { surname: 'SECOND', birthDate: '1985-06-07', number: 'B2' }

const hashOf = (number: string) => createHash('sha256').update(number).digest('hex')

async function showDocument(visit: Visit, { surname, givenNames, birthDate, number }: Document) {
  const fields = {
    ...{ surname, givenNames: givenNames ?? 'ALEX', number: number ?? 'X9', nationality: 'FRA' },
    ...{ birthDate: birthDate ?? '1990-01-02', sex: 'X', expiryDate: '2031-01-02', issuingState: 'FRA' },
  }
  const document = {
    ...{
      kind: 'passport' as const,
      fields,
      lines: [],
      numberHash: hashOf(fields.number),
      reader: 'test',
      refused: [],
    },
    evidenceHash: '00',
  }
  await sealDraft(world, await loadState(world, visit.journeyId), { document })(journeyTablesOf(world))
  await confirmDocument(world, visit, {})
}

async function showFace({ id, journeyId }: Visit, name: string) {
  const state = await loadState(world, journeyId)
  const decided = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
  const checks = ['liveness', 'liveness-colours'].map((check) => ({ check, ...decided }))
  const { ssiWallet } = await selectSession(journeyTablesOf(world), id)
  const at = new Date(world.clock.now())
  await updateVerification(journeyTablesOf(world), journeyId, { shown_on: ssiWallet }, at)
  await applyOutcome(
    world,
    state,
    livenessStep as never,
    await judgeFace(world, state, { face: faceOf(name), checks }),
  )
}

/** Shows a document and a face at a new merchant, on the device that the person first used. */
async function verify(
  email: string,
  document: Document,
  face: string,
  program: Parameters<Walks['visit']>[1] = { checks: [] },
): Promise<Visit> {
  const visit = await walks.visit(email, program)
  await showDocument(visit, document)
  if ((await loadState(world, visit.journeyId)).journey.status === 'OCR Passed') await showFace(visit, face)
  await advance(world, visit.journeyId)
  await walks.settled()
  return visit
}
const failureOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).failure?.reason
const personOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.personId
const identityIn = async (visit: Visit) => {
  const { merchant } = await loadState(world, visit.journeyId)
  return await identityOf(world, await personOf(visit), merchant.id)
}
const surnameOf = async (visit: Visit) => (await identityIn(visit))?.surname
const credentialOf = async (visit: Visit, kind = 'kyc') =>
  (await heldCredentials(world, await personOf(visit), 'all')).find((each) => each.kind === kind)?.credential
const openReviews = async () => await listReviews(world, { decided: false })
const searchable = async () =>
  Number((await database.run('select count(*) as n from faceprint where searched')).rows[0]?.['n' as never])

test('rejects another person’s document and face, and continues to screen the first person', async () => {
  const first = await verify('one@example.com', ada, 'ada', { checks: ['sanction'] })
  await walks.share(first)
  const second = await verify('one@example.com', bob, 'bob', { checks: ['age'] })
  expect(await failureOf(second)).toBe('identity.differs')
  expect(await surnameOf(first)).toBe('FIRST')
  list = { version: '2', listed: ['FIRST'] }
  await screenAgain(world)
  const reviews = await openReviews()
  expect(reviews.map(({ kind }) => kind)).toContain('rescreening')
})

test('rejects another face with the first person’s document or with a similar document', async () => {
  const first = await verify('two@example.com', ada, 'ada')
  for (const document of [ada, { ...ada, surname: 'SECOND', number: 'B2' }])
    expect(await failureOf(await verify('two@example.com', document, 'bob'))).toBe('identity.differs')
  expect(await surnameOf(first)).toBe('FIRST')
  expect(await openReviews()).not.toContainEqual(expect.objectContaining({ kind: 'identity' }))
})

test('rejects the first person’s face with a document that shows another birth date', async () => {
  await verify('dates@example.com', ada, 'ada')
  const other = { ...ada, birthDate: '1991-01-02' }
  expect(await failureOf(await verify('dates@example.com', other, 'ada'))).toBe('identity.differs')
})

test('accepts a renewed document and keeps the earlier results for the same identity', async () => {
  await verify('renewed@example.com', ada, 'ada', { checks: ['sanction'] })
  const again = await verify('renewed@example.com', { ...ada, number: 'A2' }, 'ada', { checks: ['age'] })
  expect(await failureOf(again)).toBeUndefined()
  expect((await credentialOf(again))?.attributes).toMatchObject({ sanctionResult: 1 })
  expect(await identityIn(again)).toMatchObject({
    documentNumber: 'A2',
    earlier: [{ documentNumber: 'A1' }],
  })
})

test('lets only the operator review a different name, and screens both names after the operator clears it', async () => {
  const first = await verify('married@example.com', ada, 'ada', { checks: ['sanction'] })
  await walks.share(first)
  const renamed = { ...ada, surname: 'MARRIED', number: 'A3' }
  const again = await verify('married@example.com', renamed, 'ada', { checks: ['age'] })
  expect(await walks.stepOf(again)).toMatchObject({ name: 'review', what: 'identity' })
  expect(await surnameOf(again)).toBe('FIRST')
  const { program } = await loadState(world, again.journeyId)
  const ofMerchant = await listReviews(world, { decided: false, onlyOf: program.merchantId })
  expect(ofMerchant.map(({ kind }) => kind)).not.toContain('identity')
  const review = (await openReviews()).find(({ kind }) => kind === 'identity')
  await decideReview(world, { id: review?.id ?? 0, decision: 'clear', by: 'officer 1' })
  await walks.settled()
  expect(await surnameOf(again)).toBe('MARRIED')
  // The sanctions result of the previous name is not carried over.
  expect((await credentialOf(again))?.attributes.sanctionResult).toBe(0)
  expect((await credentialOf(again))?.checks).not.toContain('sanction')
  for (const surname of ['FIRST', 'MARRIED']) {
    list = { version: `lists ${surname}`, listed: [surname] }
    const { found } = await screenAgain(world)
    expect(found).toBeGreaterThan(0)
    for (const { id, kind } of await openReviews())
      if (kind === 'rescreening') await decideReview(world, { id, decision: 'clear', by: 'officer 1' })
  }
})

test('fails the journey if the operator finds that a different name belongs to a different person', async () => {
  await verify('twin@example.com', ada, 'ada')
  const again = await verify('twin@example.com', { ...ada, surname: 'TWIN', number: 'T1' }, 'ada')
  const review = (await openReviews()).find(({ kind }) => kind === 'identity')
  await decideReview(world, { id: review?.id ?? 0, decision: 'confirm', by: 'officer 1' })
  expect(await failureOf(again)).toBe('identity.differs')
  expect((await loadState(world, again.journeyId)).draft).toEqual({})
})

test('accepts only one of two people who verify at the same time', async () => {
  const [one, two] = [
    await walks.visit('race@example.com', { checks: [] }),
    await walks.visit('race@example.com', { checks: ['unique'] }),
  ]
  await showDocument(one, ada)
  await showDocument(two, ada)
  await showFace(one, 'ada of the race')
  await showFace(two, 'bob of the race')
  expect(await failureOf(one)).toBeUndefined()
  expect(await failureOf(two)).toBe('identity.differs')

  const [three, four] = [
    await walks.visit('race2@example.com', { checks: [] }),
    await walks.visit('race2@example.com', { checks: [] }),
  ]
  await showDocument(three, ada)
  await showDocument(four, bob)
  await showFace(three, 'ada')
  // One face is shown with the documents of two people.
  await showFace(four, 'ada')
  for (const { journeyId } of [three, four]) await advance(world, journeyId)
  await walks.settled()
  expect(await failureOf(three)).toBeUndefined()
  expect(await failureOf(four)).toBe('identity.differs')
  expect(await surnameOf(three)).toBe('FIRST')
})

test('does not carry results that predate the first document into the credential for that document', async () => {
  const letter = await walks.visit('letter@example.com', { kind: 'PoA', checks: [] })
  const residence = { country: 'CHE', until: 20_301_231, holder: 'SOMEBODY ELSE' }
  await sealDraft(world, await loadState(world, letter.journeyId), { residence })(journeyTablesOf(world))
  await createPasses(world).pass(letter.journeyId, addressStep)
  await advance(world, letter.journeyId)
  await walks.settled()
  expect((await credentialOf(letter, 'address'))?.attributes.residence).toBe('CHE')
  const identified = await verify('letter@example.com', bob, 'bob of the letter')
  const credential = await credentialOf(identified)
  expect(credential?.attributes.residence).toBe('')
  expect(credential?.checks).not.toContain('address')
})

test('does not match faceprints from programs without uniqueness against other people’s faces', async () => {
  const before = await searchable()
  const first = await verify('quiet@example.com', ada, 'quiet')
  expect(await searchable()).toBe(before)
  const same = await verify('other-quiet@example.com', ada, 'quiet', { checks: ['unique'] })
  expect(await failureOf(same)).toBeUndefined()
  // When the first person verifies in a program with uniqueness, the second person's faceprint is found.
  const again = await verify('quiet@example.com', ada, 'quiet', { checks: ['unique'] })
  expect(await failureOf(again)).toBe('face.known-already')
  expect(await surnameOf(first)).toBe('FIRST')
})

test('lists the faceprint on the first page', async () => {
  const keepsOf = async (checks: string[]) => {
    const { session } = await world.open({ program: { checks } })
    const { step } = await viewOf(world, session)
    return step.name === 'authorize' ? step.keeps.map(({ what }) => what) : []
  }
  expect(await keepsOf([])).toContain('own-faceprint')
  expect(await keepsOf(['unique'])).toContain('faceprint')
})

test('stores a missing faceprint at the person’s next verification', async () => {
  const first = await verify('older@example.com', ada, 'older')
  await walks.share(first)
  const { rows } = await database.run('select max(id) as id from faceprint')
  await database.run(`delete from faceprint where id = ${Number(rows[0]?.['id' as never])}`)
  const later = async (document: Document, face: string, check: 'age' | 'citizenship' = 'age') =>
    await failureOf(await verify('older@example.com', document, face, { checks: [check] }))
  expect(await later(bob, 'bob')).toBe('identity.differs')
  expect(await later({ ...ada, number: 'A4' }, 'older')).toBeUndefined()
  expect(await later(ada, 'bob', 'citizenship')).toBe('identity.differs')
  expect(await selectShared(journeyTablesOf(world), await personOf(first))).not.toEqual([])
})

test('compares with the previous model’s faceprint until the next accepted verification', async () => {
  await verify('models@example.com', ada, 'models')
  const newer: EmbeddingLimits = { ...builtInLimits, model: 'a newer model' }
  models = [newer, builtInLimits]
  expect(await failureOf(await verify('models@example.com', ada, 'bob'))).toBe('identity.differs')
  expect(await failureOf(await verify('models@example.com', ada, 'models'))).toBeUndefined()
  models = [newer]
  expect(await failureOf(await verify('models@example.com', ada, 'bob'))).toBe('identity.differs')
})
