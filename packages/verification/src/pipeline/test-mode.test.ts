import { checkGrant, getKycResult, type ProgramInput, statusesOf } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { expireTests } from '../expiry/expire-people.ts'
import { finishForgetting, forgetUser } from '../forget/forget-person.ts'
import { loadState } from '../journey/load-state.ts'
import { decideReview } from '../review/decide-review.ts'
import { listReviews } from '../review/list-reviews.ts'
import { showWaiting } from '../review/show-waiting.ts'
import { withdraw } from '../revocation/withdraw.ts'
import { agreedAccount, spelledAs } from '../sessions/session-account.ts'
import { outcomesOf } from '../steps/test-outcome.ts'
import { testChoiceStep } from '../steps/test-steps.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { viewOf } from '../visits/view-of.ts'
import { chooseOutcome, consent } from './actions.ts'
import { retryJourney } from './retry-journey.ts'

// The world has no checkers, no gallery, no lists and no chains: a step that used one of them would throw.
let world: SessionWorld
let walks: Walks
let people = 0

beforeAll(async () => {
  world = await createSessionWorld(await openFreshStore())
  walks = createWalks(world)
})
afterAll(() => world.database.close())

const visit = (suffix: string, program: Partial<ProgramInput> = {}, lv?: 1 | 2) => {
  const plus = suffix === '' ? '' : `+${suffix}`
  return walks.visit(`person-${++people}${plus}@example.com`, { test: true, ...program }, lv ? { lv } : {})
}
const share = async (session: Visit) => {
  const account = spelledAs(agreedAccount(world, session))
  await consent(world, session, { granted: true, account })
  await walks.settled()
}
const journalOf = async ({ journeyId }: Visit) => {
  const rows = await journeyTablesOf(world)
    .selectFrom('journal')
    .select(['to_status as to', 'reason_code as reason', 'actor'])
    .where('journey_id', '=', journeyId)
    .orderBy('seq')
    .execute()
  return rows.map(({ to, reason }) => (reason === null ? to : `${to}: ${reason}`))
}
const grantOf = async (session: Visit, named = true) => {
  const { program, merchant } = await loadState(world, session.journeyId)
  return await checkGrant(world.kyc, {
    access: { merchant, programs: [program] },
    userAccount: spelledAs(agreedAccount(world, session)),
    ...(named && { programNo: program.programNo }),
  })
}

test.each<[Partial<ProgramInput>]>([
  [{ kind: 'KYC' }],
  [{ kind: 'KYC', mintMode: 'on-chain-mint', walletProof: 'when-asked' }],
  [{ kind: 'MeID' }],
  [{ kind: 'PoA' }],
  [{ kind: 'PoAI' }],
  [{ kind: 'PoAI', mintMode: 'on-chain-transactional', walletProof: 'when-asked' }],
])('passes through all statuses of %j in order, without a token', async (program) => {
  const session = await visit('pass', program, program.kind === 'MeID' ? 2 : 1)
  expect(await walks.stepOf(session)).toMatchObject({ name: 'consent' })
  await share(session)
  const state = await loadState(world, session.journeyId)
  expect(await journalOf(session)).toEqual(statusesOf(state.program).steps)
  expect(await walks.stepOf(session)).toMatchObject({ name: 'done', tokens: [] })
  expect(await grantOf(session)).toMatchObject({ isGrant: true, test: true })
  expect(await grantOf(session, false)).toMatchObject({ isGrant: false, programNo: '' })
})

test('reports a passed KYC with every configured check, marked as a test', async () => {
  const session = await visit('pass', { checks: ['sanction', 'age'] })
  await share(session)
  const { program } = await loadState(world, session.journeyId)
  const account = spelledAs(agreedAccount(world, session))
  expect(await getKycResult(world.kyc, { program, account, chainId: '137' })).toMatchObject({
    kycStatus: 'KYC Passed',
    verifierValues: { sanction: true, age: true, citizenship: null, location: null, unique: null },
    test: true,
  })
})

test.each([
  ['fail-document', 'KYC', ['Verification Started', 'Verification Failed: document.refused']],
  ['fail-expired', 'KYC', ['Verification Started', 'Verification Failed: document.expired']],
  ['fail-age', 'KYC', ['Verification Started', 'Verification Failed: age.below-limit']],
  ['fail-citizenship', 'KYC', ['Verification Started', 'Verification Failed: citizenship.barred']],
  [
    'fail-face',
    'KYC',
    ['Verification Started', 'OCR Passed', 'Verification Failed: face.other-than-document'],
  ],
  ['fail-unique', 'KYC', ['Verification Started', 'OCR Passed', 'Verification Failed: face.known-already']],
  [
    'fail-location',
    'KYC',
    ['Verification Started', 'OCR Passed', 'Liveness Checked', 'Verification Failed: location.barred'],
  ],
  [
    'listed',
    'KYC',
    ['Verification Started', 'OCR Passed', 'Liveness Checked', 'Verification Failed: screening.declined'],
  ],
  ['fail-face', 'MeID', ['Verification Started', 'Verification Failed: face.not-live']],
  ['fail-residence', 'PoA', ['Verification Started', 'Verification Failed: residence.barred']],
  ['fail-income', 'PoAI', ['Verification Started', 'PoAI Failed: accreditation.too-low']],
] as const)('%s of a %s program fails where it does in reality', async (suffix, kind, journal) => {
  const session = await visit(suffix, { kind }, kind === 'MeID' ? 2 : 1)
  expect(await journalOf(session)).toEqual(journal)
  expect(await walks.stepOf(session)).toMatchObject({ name: 'failed', retry: 'start' })
  expect(await grantOf(session)).toMatchObject({ isGrant: false })
})

test('lets the person choose if the address has no suffix, and again in the next attempt', async () => {
  const session = await visit('', { checks: ['age'] })
  const { program } = await loadState(world, session.journeyId)
  const step = await walks.stepOf(session)
  expect(step).toMatchObject({ name: 'test', outcomes: outcomesOf(program) })
  expect(step).toMatchObject({ outcomes: expect.not.arrayContaining(['listed', 'fail-income']) })
  await expect(chooseOutcome(world, session, { outcome: 'listed' })).rejects.toMatchObject({
    code: 'test.outcome',
  })
  await chooseOutcome(world, session, { outcome: 'fail-age' })
  await walks.settled()
  expect(await walks.stepOf(session)).toMatchObject({ name: 'failed', reason: 'age.below-limit' })
  await retryJourney(world, session)
  await walks.settled()
  expect(await walks.stepOf(session)).toMatchObject({ name: 'test' })
  await chooseOutcome(world, session, { outcome: 'pass' })
  await walks.settled()
  expect(await walks.stepOf(session)).toMatchObject({ name: 'consent' })
})

test('shows that it works, and not the test screen, before the step of a suffix has run', async () => {
  const session = await visit('pass')
  const state = await loadState(world, session.journeyId)
  expect(await testChoiceStep.show(world, state, session)).toMatchObject({ name: 'working' })
})

test('ignores a suffix that names no outcome of the program', async () => {
  for (const suffix of ['newsletter', 'fail-income', 'pass-'])
    expect(await walks.stepOf(await visit(suffix))).toMatchObject({ name: 'test' })
})

test('waits for a review, which continues or fails the verification', async () => {
  for (const [decision, expected] of [
    ['clear', 'consent'],
    ['confirm', 'failed'],
  ] as const) {
    const session = await visit('review')
    expect(await walks.stepOf(session)).toMatchObject({ name: 'review', what: 'sanction' })
    const svcId = (await loadState(world, session.journeyId)).journey.svcId
    const review = (await listReviews(world, { decided: false })).find((each) => each.svcId === svcId)
    expect(review).toMatchObject({ test: true })
    await decideReview(world, { id: review?.id ?? 0, decision, by: 'tester' })
    await walks.settled()
    expect(await walks.stepOf(session)).toMatchObject({ name: expected })
  }
})

test('does not count reviews in test mode among those that wait for the operator', async () => {
  const before = await showWaiting(world)
  await visit('review')
  expect((await showWaiting(world)).reviews).toEqual(before.reviews)
})

test('withdraws and shares again', async () => {
  const session = await visit('pass')
  await share(session)
  world.clock.advance(1000)
  await withdraw(world, session)
  expect(await walks.stepOf(session)).toMatchObject({ name: 'withdrawn', complete: true })
  expect(await grantOf(session)).toMatchObject({ isGrant: false })
})

test('expires on request, and otherwise after a year', async () => {
  const [soon, later] = [await visit('expire'), await visit('pass')]
  await share(soon)
  await share(later)
  await expireTests(world)
  expect(await grantOf(soon)).toMatchObject({ isGrant: false })
  expect(await grantOf(later)).toMatchObject({ isGrant: true })
  world.clock.advance(366 * 86_400_000)
  await expireTests(world)
  expect(await grantOf(later)).toMatchObject({ isGrant: false })
})

test('forgets a test person without opening the gallery', async () => {
  const session = await visit('pass')
  await share(session)
  const { svcId } = (await loadState(world, session.journeyId)).journey
  const [receipt] = await forgetUser(world, { user: svcId })
  await finishForgetting(world, receipt?.receiptId ?? '')
  expect(await walks.stepOf(session)).toMatchObject({ name: 'forgotten', receipt: { complete: true } })
  expect(await grantOf(session)).toMatchObject({ isGrant: false })
})

test('marks the page, and announces neither a document nor a camera', async () => {
  const { session } = await world.open({ program: { test: true } })
  const view = await viewOf(world, session)
  expect(view).toMatchObject({
    program: { test: true },
    stages: ['authorize', 'login', 'test', 'proof', 'mint', 'consent'],
  })
  expect(view.step).toMatchObject({ keeps: [{ what: 'result' }] })
  const real = await world.open()
  expect((await viewOf(world, real.session)).program).not.toHaveProperty('test')
})
