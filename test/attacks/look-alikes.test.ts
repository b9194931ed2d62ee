import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  builtInLimits,
  type Gallery,
  openGallery,
  uniquenessLimits,
} from '@touchstone/biometrics'
import { createSeededRandom } from '@touchstone/common'
import { byCommandLine, setReviewRule } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { sealDraft } from '../../packages/verification/src/journey/seal-draft.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { faceprintName } from '../../packages/verification/src/people/faceprint-name.ts'
import { ownerOfFace } from '../../packages/verification/src/people/owner-of-face.ts'
import { confirmDocument } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { forgetPerson } from '../../packages/verification/src/pipeline/person-requests.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews, showReview } from '../../packages/verification/src/review/list-reviews.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { judgeFace, livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { openFreshStore } from '../support/engines.ts'

// A person must not get a second identity because a reviewer had no evidence to base a decision on, and a
// reviewer of one merchant must not learn anything about another merchant's person.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-alike-'))
const database = await openFreshStore()
let gallery: Gallery
let world: SessionWorld
let walks: Walks
beforeAll(async () => {
  const file = join(folder, 'keys')
  addKeyToFile(file)
  world = await createSessionWorld(database, {
    checkers: { gallery: async () => gallery, faceLimits: () => ({ embeddings: [builtInLimits] }) },
    chains: { mintedFor: async () => [] },
  })
  walks = createWalks(world)
  gallery = await openGallery({ database, clock: world.clock, keys: { file } })
})
afterAll(async () => {
  await gallery?.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns a face. `moved`, if given, is the distance from the unmoved face of the same name. */
function faceOf(name: string, moved = 0) {
  const values = Float32Array.from(createSeededRandom(name).bytes(128), (byte) => byte - 127.5)
  const length = Math.hypot(...values)
  const template = values.map((value) => value / length)
  template[0] = (template[0] ?? 0) + moved
  return { model: builtInLimits.model, template, previous: [] }
}
/** A distance that is not conclusive for a gallery of a few people. */
const { duplicateOfBirthYear, grey } = uniquenessLimits(10, builtInLimits.strangers)
const similar = (duplicateOfBirthYear + grey) / 2

type Document = { surname: string; givenNames: string; birthDate: string; number: string }
const ada: Document = { surname: 'ALVAREZ', givenNames: 'ADA', birthDate: '1990-01-02', number: 'A1' }
const bob: Document = { surname: 'BERGSON', givenNames: 'BOB', birthDate: '1985-06-07', number: 'B2' }
const eve: Document = { ...ada, givenNames: 'EVE', number: 'E3' }
const second: Document = { ...ada, number: 'A9' }

const unique = { checks: ['unique'] } as const

async function verify(
  email: string,
  { surname, givenNames, birthDate, number }: Document,
  face: ReturnType<typeof faceOf>,
): Promise<Visit> {
  const visit = await walks.visit(email, { checks: [...unique.checks] })
  const fields = {
    ...{ surname, givenNames, number, nationality: 'FRA', birthDate, sex: 'F' },
    ...{ expiryDate: '2031-01-02', issuingState: 'FRA' },
  }
  const numberHash = createHash('sha256').update(number).digest('hex')
  const document = {
    ...{ kind: 'passport' as const, fields, lines: [], numberHash, reader: 'test', refused: [] },
    evidenceHash: '00',
  }
  await sealDraft(world, await loadState(world, visit.journeyId), { document })(journeyTablesOf(world))
  await confirmDocument(world, visit, {})
  const state = await loadState(world, visit.journeyId)
  const decided = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
  const checks = ['liveness', 'liveness-colours'].map((check) => ({ check, ...decided }))
  const { ssiWallet } = await selectSession(journeyTablesOf(world), visit.id)
  const at = new Date(world.clock.now())
  await updateVerification(journeyTablesOf(world), visit.journeyId, { shown_on: ssiWallet }, at)
  const outcome = await judgeFace(world, state, { face, checks })
  await applyOutcome(world, state, livenessStep as never, outcome)
  await advance(world, visit.journeyId)
  await walks.settled()
  return visit
}
const statusOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.status
const newest = async () => (await listReviews(world, { decided: false })).at(-1)?.id ?? 0
const lookAlikeIn = async (id: number) => {
  const { detail } = await showReview(world, { id })
  return (detail as { lookAlikes: Record<string, unknown>[] }).lookAlikes[0]
}
const differing = (alike: Record<string, unknown> | undefined) =>
  ((alike?.fields ?? []) as { name: string; same: boolean }[]).flatMap(({ name, same }) =>
    same ? [] : [name],
  )

test('shows the operator how the two people differ, and which decision the documents support', async () => {
  const first = await verify('ada@example.com', ada, faceOf('ada'))
  expect(await statusOf(first)).not.toBe('OCR Passed')

  const stranger = await verify('bob@example.com', bob, faceOf('ada', similar))
  const ofStranger = await newest()
  const seen = await lookAlikeIn(ofStranger)
  expect(seen).toMatchObject({ faceprint: 'account', searched: 1, suggests: 'clear', sameDocument: false })
  expect(seen?.strangers).toBeGreaterThan(0)
  expect(seen?.strangers).toBeLessThan(0.01)
  expect(seen?.enrolledAt).toMatch(/^2026-/)
  expect(seen?.fields).toContainEqual({ name: 'surname', now: 'BERGSON', earlier: 'ALVAREZ', same: false })
  await decideReview(world, { id: ofStranger, decision: 'clear', by: 'officer 1' })
  expect(await statusOf(stranger)).not.toBe('OCR Passed')

  // A second passport of the same person, with another person's mailbox.
  const again = await verify('eva@example.com', second, faceOf('ada', -similar))
  const ofAgain = await newest()
  expect(await lookAlikeIn(ofAgain)).toMatchObject({ suggests: 'confirm', sameBirthYear: true })
  expect(differing(await lookAlikeIn(ofAgain))).toEqual(['documentNumber'])
  await decideReview(world, { id: ofAgain, decision: 'confirm', by: 'officer 1' })
  expect(await statusOf(again)).toBe('Verification Failed')

  const twin = await verify('eve@example.com', eve, faceOf('ada', -similar))
  expect(await lookAlikeIn(await newest())).toMatchObject({ suggests: 'undecided' })
  expect(differing(await lookAlikeIn(await newest()))).toEqual(['givenNames', 'documentNumber'])
  await decideReview(world, { id: await newest(), decision: 'clear', by: 'officer 1' })
  expect(await statusOf(twin)).not.toBe('OCR Passed')
})

test('neither shows the review of a look-alike to a merchant nor lets the merchant decide it', async () => {
  await verify('cleo@example.com', { ...bob, number: 'C1' }, faceOf('cleo'))
  const visit = await verify('dora@example.com', { ...eve, number: 'D1' }, faceOf('cleo', similar))
  const { program } = await loadState(world, visit.journeyId)
  const onlyOf = program.merchantId
  const { mchNo } = (await loadState(world, visit.journeyId)).merchant
  await setReviewRule(world.kyc, { mchNo, delegated: true }, byCommandLine)
  const id = await newest()
  expect(await listReviews(world, { decided: false, onlyOf })).toEqual([])
  await expect(showReview(world, { id, onlyOf })).rejects.toMatchObject({ code: 'review.unknown' })
  const decision = { id, decision: 'clear', by: 'U1', isMember: true, onlyOf } as const
  await expect(decideReview(world, decision)).rejects.toMatchObject({ code: 'review.unknown' })
  expect(await statusOf(visit)).toBe('OCR Passed')
})

test('stores nothing about the other person with the review, and shows nothing after an erasure', async () => {
  const known = await verify(
    'finn@example.com',
    { ...bob, surname: 'FINNEGAN', number: 'F1' },
    faceOf('finn'),
  )
  await verify('gail@example.com', { ...eve, number: 'G1' }, faceOf('finn', similar))
  const id = await newest()
  expect(await lookAlikeIn(id)).toMatchObject({ faceprint: 'account', suggests: 'clear' })
  const { svcId, personId } = (await loadState(world, known.journeyId)).journey
  const { rows } = await database.run('select * from review')
  expect(JSON.stringify(rows)).not.toMatch(/FINNEGAN/)

  await forgetPerson(world, known)
  expect(await lookAlikeIn(id)).toMatchObject({
    faceprint: 'deleted',
    enrolledAt: '',
    fields: [],
    suggests: 'undecided',
  })

  // Reading the database does not reveal whose faceprint it is.
  const name = faceprintName(world.vault, svcId)
  expect(await ownerOfFace(world, name)).toBe(personId)
  const owners = (await database.run('select face_hash from face_owner')).rows as { face_hash: Uint8Array }[]
  expect(owners.some(({ face_hash }) => Buffer.from(face_hash).toString('hex') === name)).toBe(false)
})
