import { guessLimits } from '@touchstone/common'
import {
  addMember,
  answerInvitation,
  approveMember,
  askForMemberCode,
  auditGuesses,
  beginEnrolment,
  beginSession,
  byCommandLine,
  createEnrolment,
  findSignedIn,
  listMembers,
  memberLimits,
  newFlow,
  newMemberMs,
  newSessionToken,
  recordUse,
  removePasskey,
  requirePermission,
  requireReviewer,
  type SignedIn,
  setReviewRule,
  showAudit,
  signIn,
  tablesOf,
} from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { insertPasskey } from '../../packages/kyc/src/members/passkey-store.ts'
import { onOneEngine } from '../support/engines.ts'
import { createKycWorld, createMerchantWithProgram, type KycWorld } from '../support/kyc-world.ts'

// Access to one mailbox or one member's session must not be enough to take over a merchant or the service.

onOneEngine('server', 'sign-in of members', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })
  const mails: { to: string; code: string }[] = []
  let networks = 0
  const ask = async (email: string, context = world) => {
    const flow = newFlow()
    const ip = `10.1.${networks++ % 250}.7`
    await askForMemberCode(context, { email, flow, ip }, async (mail) => void mails.push(mail))
    return flow
  }
  const codeFor = (email: string) => mails.findLast(({ to }) => to === email)?.code ?? ''
  const enter = (flow: string, code: string, context = world) =>
    signIn(context, { code, flow, ip: '10.9.9.9', browser: 'a browser' })
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const byMember = ({ memberId }: SignedIn) => ({ actor: 'member' as const, memberId, network: '10.9.9.9' })

  const sessionOf = async (email: string) => {
    const { token } = await enter(await ask(email), codeFor(email))
    const read = async () => {
      const found = await findSignedIn(world, token)
      if (!found) throw new Error('nobody is signed in')
      return found
    }
    const found = await read()
    for (const { id } of found.invitations)
      await answerInvitation(world, found, { id, accept: true }, byMember(found))
    return await read()
  }
  const actionsOf = async (mchNo: string) =>
    (await showAudit(world, { mchNo })).entries.map(({ action }) => action)

  test('rejects guesses after ten failures across all codes, without locking out the member', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const email = 'guessed@example.com'
    await addMember(world, { mchNo, email, role: 'viewer' }, byCommandLine)
    await sessionOf(email)
    const refusals: unknown[] = []
    let flow = ''
    for (let guess = 0; guess < guessLimits.perWindow; guess++) {
      if (guess % (memberLimits.tries - 1) === 0) flow = await ask(email)
      await enter(flow, wrong(codeFor(email))).catch((error) => refusals.push(error.code))
    }
    expect(refusals.slice(0, -1)).toEqual(Array(guessLimits.perWindow - 1).fill('sign-in.code-wrong'))
    expect(refusals.at(-1)).toBe('sign-in.paused')
    await expect(enter(flow, codeFor(email)), 'even the right code').rejects.toMatchObject({
      code: 'sign-in.paused',
    })
    await auditGuesses(world)
    expect(await actionsOf(mchNo)).toContain('sign-in.paused')

    // The member requests a code that cannot be guessed.
    await sessionOf(email)
    expect(codeFor(email)).toMatch(/^[0-9A-Z]{12}$/)
    // After the pause, codes have six digits again.
    world.clock.advance(guessLimits.firstPauseMs)
    await sessionOf(email)
    expect(codeFor(email)).toMatch(/^[0-9]{6}$/)
  })

  test('counts concurrent guesses one at a time', async () => {
    const email = 'unknown@example.com'
    const flows = await Promise.all([1, 2, 3, 4].map(() => ask(email)))
    const guesses = flows.flatMap((flow) =>
      Array.from({ length: memberLimits.tries }, () => enter(flow, '000000').catch((error) => error.code)),
    )
    const answers = await Promise.all(guesses)
    const compared = answers.filter((answer) => answer === 'sign-in.code-wrong').length
    expect(compared).toBeLessThan(guessLimits.perWindow)
    expect(answers).toContain('sign-in.paused')
  })

  test('gives no operator rights after a sign-in with a mailed code if operators need passkeys', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const production = { ...world, operatorsNeedPasskeys: true }
    const [operator, both] = ['operator@example.com', 'both@example.com']
    for (const email of [operator, both]) {
      await addMember(world, { email }, byCommandLine)
      await sessionOf(email)
    }
    await addMember(world, { mchNo, email: both, role: 'viewer' }, byCommandLine)
    await sessionOf(both)
    const mailed = mails.length
    const flow = await ask(operator, production)
    expect(mails, 'no code is sent').toHaveLength(mailed)
    await expect(enter(flow, '123456', production)).rejects.toMatchObject({
      code: expect.stringMatching(/^sign-in/),
    })

    const { token } = await enter(await ask(both, production), codeFor(both), production)
    const found = await findSignedIn(production, token)
    expect(found?.memberships.map(({ role }) => role)).toEqual(['viewer'])
    if (!found) throw new Error('nobody is signed in')
    expect(() => requirePermission(found, 'merchants.read')).toThrow()
  })

  test('does not accept an operator’s enrolment link that was found after 15 minutes', async () => {
    const email = 'late-operator@example.com'
    const { memberNo } = await addMember(world, { email }, byCommandLine)
    const token = await createEnrolment(world, { memberNo }, byCommandLine)
    const party = { id: 'localhost', origin: 'http://localhost:8080' }
    const open = () => beginEnrolment(world, { token, flow: newFlow(), party })
    world.clock.advance(15 * 60_000 - 1)
    expect(await open()).toHaveProperty('challenge')
    world.clock.advance(1)
    await expect(open()).rejects.toMatchObject({ code: 'passkey.link-over' })
  })

  test('ends the sessions that were started with a stolen passkey when the passkey is removed', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const email = 'loses-a-key@example.com'
    await addMember(world, { mchNo, email, role: 'owner' }, byCommandLine)
    const { memberId } = await sessionOf(email)
    const db = tablesOf(world)
    const visit = { ip: '10.9.9.9', browser: 'a browser' }
    const session = async (name: string) => {
      const passkey = { memberId, credentialId: name, publicKey: Buffer.from(name), counter: 0, name }
      const createdAt = new Date(world.clock.now())
      const passkeyId = (await insertPasskey(world, db, { ...passkey, createdAt })) ?? 0
      const token = newSessionToken()
      await beginSession(world, db, { memberId, token, passkeyId, ...visit })
      return { passkeyId, find: () => findSignedIn(world, token) }
    }
    const [stolen, kept] = [await session('stolen'), await session('kept')]
    const found = await kept.find()
    if (!found) throw new Error('nobody is signed in')
    expect(await stolen.find()).toBeDefined()
    await removePasskey(world, found, { id: stolen.passkeyId }, byMember(found))
    expect(await stolen.find()).toBeUndefined()
    expect(await kept.find()).toBeDefined()
  })

  test('hides from the merchant when an invited person works, until the person accepts', async () => {
    const [own, foreign] = [await createMerchantWithProgram(world), await createMerchantWithProgram(world)]
    const email = 'victim@example.com'
    await addMember(world, { mchNo: own.mchNo, email, role: 'viewer' }, byCommandLine)
    const before = await sessionOf(email)
    // Another merchant's owner invites the member and watches for signs of the member's work.
    await addMember(world, { mchNo: foreign.mchNo, email, role: 'viewer' }, byCommandLine)
    const found = await findSignedInAgain(email)
    await recordUse(world, found, requirePermission(found, 'overview.read', own.mchNo), '10.0.0.1')
    expect(found.memberships.map(({ mchNo }) => mchNo)).toEqual([own.mchNo])
    expect(before.memberId).toBe(found.memberId)
    expect(await actionsOf(own.mchNo)).toContain('session.begun')
    expect(await actionsOf(foreign.mchNo)).not.toContain('session.begun')
  })

  /** Signs in without accepting or declining invitations. */
  async function findSignedInAgain(email: string): Promise<SignedIn> {
    const { token } = await enter(await ask(email), codeFor(email))
    const found = await findSignedIn(world, token)
    if (!found) throw new Error('nobody is signed in')
    return found
  }

  test('lets an accomplice added by one owner decide reviews only after another owner’s approval or after 72 hours', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const [first, second, accomplice] = ['one@example.com', 'two@example.com', 'accomplice@example.com']
    for (const email of [first, second]) {
      await addMember(world, { mchNo, email, role: 'owner' }, byCommandLine)
      await sessionOf(email)
    }
    await setReviewRule(world, { mchNo, delegated: true }, byCommandLine)
    const [one, two] = [await sessionOf(first), await sessionOf(second)]
    const { memberNo } = await addMember(
      world,
      { mchNo, email: accomplice, role: 'compliance' },
      byMember(one),
    )
    const found = await sessionOf(accomplice)
    const refused = { code: 'member.new' }
    expect(() => requireReviewer(found, mchNo)).toThrow(expect.objectContaining(refused))
    await expect(approveMember(world, { mchNo, memberNo }, byMember(one))).rejects.toThrow('other than')
    await expect(approveMember(world, { mchNo, memberNo }, byMember(found))).rejects.toThrow('other than')
    // A change of role does not shorten the waiting time.
    await addMember(world, { mchNo, email: accomplice, role: 'viewer' }, byMember(one))
    await addMember(world, { mchNo, email: accomplice, role: 'compliance' }, byMember(one))
    const still = await sessionOf(accomplice)
    expect(() => requireReviewer(still, mchNo)).toThrow(expect.objectContaining(refused))
    expect(() => requireReviewer(one, mchNo), 'the first owners do not wait').not.toThrow()

    await approveMember(world, { mchNo, memberNo }, byMember(two))
    const approved = await sessionOf(accomplice)
    expect(() => requireReviewer(approved, mchNo)).not.toThrow()

    await addMember(world, { mchNo, email: 'other@example.com', role: 'compliance' }, byMember(one))
    const waiting = await sessionOf('other@example.com')
    expect(() => requireReviewer(waiting, mchNo)).toThrow(expect.objectContaining(refused))
    world.clock.advance(newMemberMs)
    const later = await sessionOf('other@example.com')
    expect(() => requireReviewer(later, mchNo)).not.toThrow()
    expect((await listMembers(world, { mchNo })).every(({ reviewsFrom }) => reviewsFrom === null)).toBe(true)
  })
})
