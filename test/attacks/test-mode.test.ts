import {
  checkGrant,
  checkMeidBinding,
  createProgram,
  findJourney,
  getKycResult,
  listUsers,
  type Program,
  searchPeople,
  selectMerchantByNo,
  selectProgramsOf,
  showOverview,
  tablesOf,
} from '@touchstone/kyc'
import { programOnChain, registerOnChain } from '@touchstone/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveJourney } from '../../packages/kyc/src/journeys/move-journey.ts'
import { rebuildRollups } from '../../packages/kyc/src/journeys/rollup-store.ts'
import { selectStatistics } from '../../packages/kyc/src/results/statistics-store.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { chooseOutcome, consent } from '../../packages/verification/src/pipeline/actions.ts'
import { agreedAccount, spelledAs } from '../../packages/verification/src/sessions/session-account.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { openFreshStore } from '../support/engines.ts'

// A result that somebody chose must never count as a verification.

const account = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
let world: SessionWorld
let walks: Walks
let mchNo: string
let testKyc: Program
let testMeid: Program
let kyc: Program
let meid: Program
const email = 'ada+pass@example.com'

beforeAll(async () => {
  world = await createSessionWorld(await openFreshStore())
  walks = createWalks(world)
  const first = await world.open({ program: { test: true } })
  mchNo = first.mchNo
  testKyc = first.program
  const make = (input: { kind: string; test?: boolean }) =>
    createProgram(world.kyc, {
      ...{ mchNo, name: 'Onboarding', active: true, allowedDomains: ['https://shop.example'], ...input },
    })
  testMeid = await make({ kind: 'MeID', test: true })
  kyc = await make({ kind: 'KYC' })
  meid = await make({ kind: 'MeID' })
})
afterAll(() => world.database.close())

const at = (program: Program) => ({
  at: { mchNo, program },
  ...(program.kind === 'MeID' && { lv: 2 as const }),
})
const visit = (program: Program, login = email) => walks.visit(login, {}, at(program))
const pass = async (program: Program): Promise<Visit> => {
  const session = await visit(program)
  await consent(world, session, { granted: true, account: spelledAs(agreedAccount(world, session)) })
  await walks.settled()
  return session
}
const access = async () => {
  const db = tablesOf(world.kyc)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new Error('no merchant')
  return { merchant, programs: await selectProgramsOf(db, merchant.id) }
}

test('a test grant counts in no check that does not name the test program', async () => {
  await pass(testKyc)
  await pass(testMeid)
  const check = async (programNo?: string) =>
    await checkGrant(world.kyc, {
      access: await access(),
      userAccount: account,
      ...(programNo !== undefined && { programNo }),
    })
  // The merchant's oldest program is the test program.
  expect((await access()).programs[0]?.programNo).toBe(testKyc.programNo)
  expect(await check()).toEqual({ isGrant: false, verifyTime: null, programNo: kyc.programNo })
  expect(await check(kyc.programNo)).toMatchObject({ isGrant: false })
  expect(await check(testKyc.programNo)).toMatchObject({ isGrant: true, test: true })
  expect(await checkMeidBinding(world.kyc, { access: await access(), userAccount: account })).toBe(false)
})

test('a merchant with only a test program has no default program', async () => {
  const { programs, merchant } = await access()
  const only = { merchant, programs: programs.filter(({ test }) => test) }
  const answer = await checkGrant(world.kyc, { access: only, userAccount: account })
  expect(answer).toEqual({ isGrant: false, verifyTime: null, programNo: '' })
})

test('the page opens a test program only by its number', async () => {
  const accessToken = await world.tokenService.issue({ appId: mchNo, mode: 'email' })
  const { openSession } = await import('../../packages/verification/src/sessions/open-session.ts')
  const { session } = await openSession(world, {
    ...{ accessToken, appId: mchNo, lv: 1, chainId: '137', origin: 'https://shop.example' },
    ...{ checkAddress: false, locale: 'en' },
  })
  expect(session.programId).toBe(kyc.id)
})

test('the same login is another person in a real program, with no result', async () => {
  await pass(testKyc)
  const session = await visit(kyc)
  const [real, tested] = [
    await findJourney(world.kyc, { programNo: kyc.programNo, login: email }),
    await findJourney(world.kyc, { programNo: testKyc.programNo, login: email }),
  ]
  expect(real?.svcId).not.toBe(tested?.svcId)
  const state = await loadState(world, session.journeyId)
  expect(state).toMatchObject({ reused: false, journey: { status: 'Verification Started' } })
  const result = await getKycResult(world.kyc, { program: kyc, account: 'x@example.com', chainId: '137' })
  expect(result).not.toHaveProperty('test')
})

test('the suffix has no effect in a real program, and nobody can choose an outcome there', async () => {
  const session = await visit(kyc, 'eve+pass@example.com')
  expect(await walks.stepOf(session)).toMatchObject({ name: 'document' })
  await expect(chooseOutcome(world, session, { outcome: 'pass' })).rejects.toMatchObject({
    code: 'step.other',
  })
})

test('a verified person is verified neither in a test program nor by way of one', async () => {
  const other = await createProgram(world.kyc, {
    ...{ mchNo, name: 'Another', kind: 'KYC', active: true, checks: [] },
    ...{ allowedDomains: ['https://shop.example'] },
  })
  const session = await visit(other, 'real@example.com')
  await walks.identified(session)
  await walks.share(session)
  const tested = await visit(testKyc, 'real@example.com')
  expect(await walks.stepOf(tested)).toMatchObject({ name: 'test' })
  const state = await loadState(world, tested.journeyId)
  expect(state.journey.personId).not.toBe((await loadState(world, session.journeyId)).journey.personId)
})

test('people of test programs appear in no statistics and in no list that does not name the program', async () => {
  await pass(testKyc)
  const db = tablesOf(world.kyc)
  const { merchant } = await access()
  const counts = async () => JSON.stringify(await selectStatistics(db, merchant.id))
  const before = await counts()
  await visit(testKyc, 'bob+pass@example.com')
  expect(await counts()).toBe(before)
  await db.transaction().execute((tables) => rebuildRollups(tables, 1000))
  expect(await counts()).toBe(before)
  const tested = await findJourney(world.kyc, { programNo: testKyc.programNo, login: email })
  const all = await searchPeople(world.kyc, { mchNo })
  expect(all.people.map(({ svcId }) => svcId)).not.toContain(tested?.svcId)
  expect(all.people.some((each) => each.test)).toBe(false)
  const named = await searchPeople(world.kyc, { mchNo, programNo: testKyc.programNo })
  expect(named.people).toContainEqual(expect.objectContaining({ svcId: tested?.svcId, test: true }))
  const listed = await listUsers(world.kyc, { program: testKyc, page: 1 })
  expect(listed).toMatchObject({ test: true })
  expect(listed.users.flatMap(({ clientUserIdentifier }) => clientUserIdentifier)).toContainEqual(
    expect.objectContaining({ tokenId: '' }),
  )
})
test('the overview of a merchant with only a test program is empty', async () => {
  const { mchNo: other } = await world.open({ program: { test: true } })
  const db = tablesOf(world.kyc)
  const merchant = await selectMerchantByNo(db, other)
  const [program] = merchant ? await selectProgramsOf(db, merchant.id) : []
  if (!program) throw new Error('no program')
  await walks.visit('overview+pass@example.com', {}, { at: { mchNo: other, program } })
  const { funnels, totals } = await showOverview(world.kyc, { mchNo: other, days: 30 })
  expect({ funnels, totals }).toEqual({ funnels: [], totals: { started: 0, verified: 0, meids: 0 } })
})

test('nothing of a test program can be registered, proven or minted', async () => {
  const { merchant } = await access()
  expect(() => programOnChain(mchNo, testKyc)).toThrow('a test program has no counterpart on a chain')
  await expect(registerOnChain(world, { program: testKyc, merchant })).rejects.toThrow('no counterpart')
  const { journeyId } = await visit(testKyc, 'mint@example.com')
  const token = { chainId: '137', tokenId: '1' }
  await expect(
    moveJourney(world.kyc, { journeyId, to: 'OCR Passed', actor: 'server', token }),
  ).rejects.toThrow('does not exist in test mode')
  const tokens = await tablesOf(world.kyc)
    .selectFrom('soulbound_token')
    .innerJoin('journey', 'journey.id', 'soulbound_token.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select('journey.id')
    .where('program.test', '=', true)
    .execute()
  expect(tokens).toEqual([])
})

test('the store refuses to join a test person with a real program, and to end test mode', async () => {
  const db = tablesOf(world.kyc)
  const tested = await loadState(world, (await visit(testKyc, 'mix@example.com')).journeyId)
  const move = db.updateTable('journey').set({ program_id: meid.id }).where('id', '=', tested.journey.id)
  await expect(move.execute()).rejects.toThrow('must not meet')
  const end = db.updateTable('program').set({ test: false }).where('id', '=', testKyc.id)
  await expect(end.execute()).rejects.toThrow('test mode never changes')
})
