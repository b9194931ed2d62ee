import {
  addMember,
  answerInvitation,
  approveMember,
  askForMemberCode,
  beginPasskey,
  beginSso,
  byCommandLine,
  type ChangedBy,
  endSession,
  findForgedRows,
  findSignedIn,
  finishSso,
  listMembers,
  listPasskeys,
  listSessions,
  newFlow,
  newMemberMs,
  operatorName,
  removeMember,
  removeSso,
  requirePermission,
  requireReviewer,
  requireSso,
  type SignedIn,
  setReviewRule,
  setSso,
  showAudit,
  showSso,
  signIn,
} from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { createKycWorld, createMerchantWithProgram, type KycWorld } from '../support/kyc-world.ts'
import { type Claims, ssoSetup as setup, trustingClient } from '../support/trusting-client.ts'

// The owner of a merchant controls its identity provider and can therefore state anything about anybody. This must give
// no access to other merchants or to the service, and none of the rights that other members have earned.

const visit = { ip: '10.9.9.9', browser: 'a browser' }
const redirectUri = 'https://dashboard.example.com/dashboard/sso/M1'
onBothEngines('single sign-on', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })
  let [addresses, subjects] = [0, 0]
  const address = () => `sso${++addresses}@example.com`
  const claimsOf = (email: string, more: object = {}): Claims => ({
    ...{ sub: `subject ${++subjects}`, email, email_verified: true, groups: ['staff'], ...more },
  })
  const byMember = ({ memberId, memberships }: SignedIn): ChangedBy => ({
    ...{ actor: 'member', memberId, network: visit.ip },
    isOperator: memberships.some(({ role }) => role === 'operator'),
  })

  const found = async (token: string): Promise<SignedIn> => {
    const signedIn = await findSignedIn(world, token)
    if (!signedIn) throw new Error('nobody is signed in')
    return signedIn
  }
  const accept = async (token: string) => {
    const signedIn = await found(token)
    for (const { id } of signedIn.invitations)
      await answerInvitation(world, signedIn, { id, accept: true }, byMember(signedIn))
  }
  const byCode = async (email: string): Promise<string> => {
    const flow = newFlow()
    let sent = ''
    const ip = `10.5.${addresses % 250}.1`
    await askForMemberCode(world, { email, flow, ip }, async ({ code }) => {
      sent = code
    })
    const { token } = await signIn(world, { code: sent, flow, ...visit })
    await accept(token)
    return token
  }
  const bySso = async (whose: string, claims: Claims): Promise<string> => {
    const flow = newFlow()
    const state = await beginSso(world, trustingClient, { whose, flow, redirectUri })
    const search = new URLSearchParams({ state, claims: JSON.stringify(claims) }).toString()
    return (await finishSso(world, trustingClient, { whose, search, flow, redirectUri, ...visit })).token
  }
  const merchant = async (sso: object = {}, by = byCommandLine) => {
    const made = await createMerchantWithProgram(world)
    await setSso(world, { mchNo: made.mchNo, ...setup, ...sso }, by)
    return made
  }
  const join = async (mchNo: string | undefined, role: string, email = address()) => {
    await addMember(world, { ...(mchNo !== undefined && { mchNo, role }), email }, byCommandLine)
    return { email, token: await byCode(email) }
  }
  const reads = async (token: string, mchNo?: string) => {
    const signedIn = await findSignedIn(world, token)
    try {
      return signedIn !== undefined && requirePermission(signedIn, 'overview.read', mchNo) !== undefined
    } catch {
      return false
    }
  }
  const refusedAs = (reason: string) => ({ code: `sso.${reason}` })

  test('a merchant’s provider signs nobody in to another merchant or to the service', async () => {
    const evil = await merchant({ createsMembers: true })
    const bank = await merchant()
    const { email } = await join(bank.mchNo, 'owner')
    await addMember(world, { email }, byCommandLine)
    await byCode(email)
    const token = await bySso(evil.mchNo, claimsOf(email, { groups: ['admins'] }))
    expect(await reads(token, evil.mchNo)).toBe(true)
    expect(await reads(token, bank.mchNo), 'another merchant').toBe(false)
    expect(await reads(token), 'the service').toBe(false)
    expect((await found(token)).memberships).toHaveLength(1)
    // The bank's provider has the same issuer and client. The account is not bound there.
    expect(await reads(await bySso(bank.mchNo, claimsOf(email, { groups: ['admins'] })), evil.mchNo)).toBe(
      false,
    )
  })

  test('a response for one provider is not accepted for another one, in another browser or twice', async () => {
    const evil = await merchant({ createsMembers: true })
    const bank = await merchant()
    const { email } = await join(bank.mchNo, 'owner')
    const flow = newFlow()
    const state = await beginSso(world, trustingClient, { whose: evil.mchNo, flow, redirectUri })
    const claims = JSON.stringify(claimsOf(email))
    const finish = (whose: string, state: string, browser = flow) =>
      finishSso(world, trustingClient, {
        ...{ whose, search: new URLSearchParams({ state, claims }).toString(), flow: browser, redirectUri },
        ...visit,
      })
    const [challenge = ''] = state.split('.')
    await expect(finish(bank.mchNo, state)).rejects.toMatchObject(refusedAs('over'))
    await expect(finish(bank.mchNo, `${challenge}.${bank.mchNo}`)).rejects.toMatchObject(refusedAs('over'))
    await expect(finish(evil.mchNo, state, newFlow())).rejects.toMatchObject(refusedAs('over'))
    await expect(finish(evil.mchNo, `${challenge}.`)).rejects.toMatchObject(refusedAs('over'))
    await finish(evil.mchNo, state)
    await expect(finish(evil.mchNo, state)).rejects.toMatchObject(refusedAs('over'))
    const late = await beginSso(world, trustingClient, { whose: evil.mchNo, flow, redirectUri })
    world.clock.advance(16 * 60_000)
    await expect(finish(evil.mchNo, late)).rejects.toMatchObject(refusedAs('over'))
  })

  test('a session of a provider changes no passkeys and neither shows nor ends other sessions', async () => {
    const evil = await merchant({ createsMembers: true })
    const bank = await merchant()
    const victim = await join(bank.mchNo, 'owner')
    const signedIn = await found(await bySso(evil.mchNo, claimsOf(victim.email)))
    const party = { id: 'localhost', origin: 'http://localhost' }
    await expect(beginPasskey(world, signedIn, party)).rejects.toMatchObject({ code: 'member.sso-session' })
    await expect(listPasskeys(world, signedIn)).rejects.toMatchObject({ code: 'member.sso-session' })
    expect(await listSessions(world, signedIn)).toHaveLength(1)
    const own = await found(victim.token)
    await endSession(world, signedIn, { sessionId: own.sessionId, ip: visit.ip })
    await endSession(world, signedIn, { ip: visit.ip })
    expect(await reads(victim.token, bank.mchNo)).toBe(true)
    // The member sees and ends the foreign session.
    const another = await found(await bySso(evil.mchNo, claimsOf(address())))
    expect(await listSessions(world, another)).toHaveLength(1)
  })

  test('a session in an operator’s name has no operator’s rights: new members wait, and are not approved', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    await setReviewRule(world, { mchNo, delegated: true }, byCommandLine)
    const mallory = await join(mchNo, 'owner')
    await setSso(world, { mchNo, ...setup, createsMembers: true }, byMember(await found(mallory.token)))
    const operator = await join(undefined, 'operator')
    const forged = await found(await bySso(mchNo, claimsOf(operator.email, { groups: ['admins'] })))
    const accomplice = address()
    const added = await addMember(world, { mchNo, email: accomplice, role: 'compliance' }, byMember(forged))
    expect(added.reviewsFrom, 'as for every new member').not.toBeNull()
    await byCode(accomplice)
    const approval = approveMember(world, { mchNo, memberNo: added.memberNo }, byMember(forged))
    await expect(approval).rejects.toThrow('must be approved by an owner other than')
    expect(() => requireReviewer(forged, mchNo, 'members.change')).toThrow('72 hours')
  })

  test('an owner who changes the provider cannot decide reviews as other members for 72 hours', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    await setReviewRule(world, { mchNo, delegated: true }, byCommandLine)
    const mallory = await join(mchNo, 'owner')
    const alice = await join(mchNo, 'compliance')
    await setSso(world, { mchNo, ...setup }, byMember(await found(mallory.token)))
    const sub = 'alice at the forged provider'
    const asAlice = claimsOf(alice.email, { sub, groups: ['compliance'] })
    const forged = await found(await bySso(mchNo, asAlice))
    expect(() => requireReviewer(forged, mchNo)).toThrow('Single sign-on was changed less than 72 hours ago')
    // Alice herself can, and sees in the audit log what happened.
    requireReviewer(await found(alice.token), mchNo)
    const { entries } = await showAudit(world, { mchNo })
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sso.set-up', 'sso.signed-in']),
    )
    world.clock.advance(newMemberMs + 1)
    const trusted = await bySso(mchNo, asAlice)
    requireReviewer(await found(trusted), mchNo)
    // A changed issuer ends the sessions, and starts the time again.
    const owner = await found(await byCode(mallory.email))
    const changed = { mchNo, issuer: 'https://other.example.com', clientSecret: 'another' }
    await setSso(world, changed, byMember(owner))
    expect(await findSignedIn(world, trusted)).toBeUndefined()
    expect(await findSignedIn(world, await bySso(mchNo, asAlice))).toMatchObject({
      provider: { trustedFrom: new Date(world.clock.now() + newMemberMs) },
    })
  })

  test('new members of a provider wait for 72 hours, also after their role was raised', async () => {
    const { mchNo } = await merchant({ createsMembers: true })
    await setReviewRule(world, { mchNo, delegated: true }, byCommandLine)
    const [direct, raised] = [address(), address()]
    const reviewer = claimsOf(direct, { groups: ['compliance'] })
    const first = await found(await bySso(mchNo, reviewer))
    expect(() => requireReviewer(first, mchNo)).toThrow('72 hours')
    const claims = claimsOf(raised)
    await bySso(mchNo, claims)
    world.clock.advance(newMemberMs + 1)
    requireReviewer(await found(await bySso(mchNo, reviewer)), mchNo)
    const second = await found(await bySso(mchNo, { ...claims, groups: ['compliance'] }))
    expect(() => requireReviewer(second, mchNo)).toThrow('72 hours')
  })

  test('another account with the same address is refused, also after the provider’s address changed', async () => {
    const { mchNo } = await merchant()
    const { email } = await join(mchNo, 'viewer')
    const claims = claimsOf(email)
    await bySso(mchNo, claims)
    await expect(bySso(mchNo, claimsOf(email))).rejects.toMatchObject(refusedAs('other-account'))
    await expect(bySso(mchNo, { ...claims, sub: claims.sub.toUpperCase() })).rejects.toMatchObject(
      refusedAs('other-account'),
    )
    // The bound account stays the member's, whatever address it has now.
    const renamed = await found(await bySso(mchNo, { ...claims, email: address() }))
    expect((await listMembers(world, { mchNo })).map((each) => each.email)).toContain(email)
    expect(renamed.memberships).toHaveLength(1)
  })

  test.each([
    ['false', { email_verified: false }],
    ['missing', { email_verified: undefined }],
    ['a text', { email_verified: 'true' }],
    ['for no address', { email: 'nobody' }],
  ])('an address whose verification is %s is not accepted', async (_, more) => {
    const { mchNo } = await merchant({ createsMembers: true })
    const { email } = await join(mchNo, 'owner')
    await expect(bySso(mchNo, claimsOf(email, more))).rejects.toMatchObject(refusedAs('email-not-verified'))
  })

  test('an account without a role, without a second factor or without an invitation is refused and recorded', async () => {
    const { mchNo } = await merchant({ requiresMfa: true })
    const { email } = await join(mchNo, 'viewer')
    const mfa = { amr: ['pwd', 'mfa'] }
    const refusals: [string, Claims][] = [
      ['no-role', claimsOf(email, { ...mfa, groups: ['guests'] })],
      ['no-role', claimsOf(email, { ...mfa, groups: undefined })],
      ['no-role', claimsOf(email, { ...mfa, groups: [['staff']] })],
      ['no-mfa', claimsOf(email)],
      ['no-mfa', claimsOf(email, { amr: 'mfa' })],
      ['no-mfa', claimsOf(email, { acr: 'mfa' })],
      ['not-member', claimsOf(address(), mfa)],
    ]
    for (const [reason, claims] of refusals) {
      world.clock.advance(61_000)
      await expect(bySso(mchNo, claims)).rejects.toMatchObject(refusedAs(reason))
      const [last] = (await showAudit(world, { mchNo })).entries
      expect(last).toMatchObject({ action: 'sso.refused', target: mchNo, detail: { reason, failures: 1 } })
    }
    // A flood of failures fills the log with one entry per minute.
    const before = (await showAudit(world, { mchNo })).entries.length
    for (let nth = 0; nth < 5; nth++) await bySso(mchNo, claimsOf(email)).catch(() => {})
    expect((await showAudit(world, { mchNo })).entries).toHaveLength(before)
    world.clock.advance(61_000)
    await bySso(mchNo, claimsOf(email)).catch(() => {})
    expect((await showAudit(world, { mchNo })).entries[0]?.detail).toMatchObject({ failures: 6 })
    expect(JSON.stringify((await showAudit(world, { mchNo })).entries)).not.toContain('@example.com')
    await bySso(mchNo, claimsOf(email, mfa))
  })

  test('a removed member does not join again by signing in, and can be bound to another account once invited', async () => {
    const { mchNo } = await merchant({ createsMembers: true })
    await join(mchNo, 'owner')
    const email = address()
    const claims = claimsOf(email)
    const token = await bySso(mchNo, claims)
    const { memberNo = '' } = (await listMembers(world, { mchNo })).find((each) => each.email === email) ?? {}
    await removeMember(world, { mchNo, memberNo }, byCommandLine)
    expect(await findSignedIn(world, token)).toBeUndefined()
    await expect(bySso(mchNo, claims)).rejects.toMatchObject(refusedAs('not-member'))
    await addMember(world, { mchNo, email, role: 'viewer' }, byCommandLine)
    const again = await bySso(mchNo, claimsOf(email))
    expect((await found(again)).memberships, 'the invitation is still open').toEqual([])
    await accept(again)
    expect(await reads(again, mchNo)).toBe(true)
  })

  test('the provider cannot take the role from the last owner', async () => {
    const { mchNo } = await merchant()
    const { email } = await join(mchNo, 'owner')
    const token = await bySso(mchNo, claimsOf(email))
    expect((await found(token)).memberships).toMatchObject([{ role: 'owner' }])
    await join(mchNo, 'owner')
    const second = claimsOf((await join(mchNo, 'owner')).email)
    expect((await found(await bySso(mchNo, second))).memberships).toMatchObject([{ role: 'viewer' }])
  })

  test('members cannot allow private networks, lock themselves out or set up the demo', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const owner = await join(mchNo, 'owner')
    const signedIn = await found(owner.token)
    const by = byMember(signedIn)
    const set = (input: object, author = by) => setSso(world, { mchNo, ...setup, ...input }, author)
    await expect(set({ issuer: 'https://10.0.0.1', internal: true })).rejects.toThrow('only by the operator')
    for (const issuer of [
      ...['https://10.0.0.1', 'https://169.254.169.254', 'http://login.example.com', 'http://localhost:1'],
      ...['https://a:b@login.example.com', 'https://login.example.com?x', 'https://login.example.com#x'],
      ...['javascript:alert(1)', 'https://LOGIN.example.com', 'nothing', ''],
    ])
      await expect(set({ issuer }), issuer).rejects.toThrow(/issuer/)
    await set({ issuer: 'https://10.0.0.1', internal: true }, byCommandLine)
    await set({ issuer: 'https://login.example.com' })
    expect(await showSso(world, { mchNo })).toMatchObject({ internal: false })
    const required = { mchNo, required: true, signedIn }
    await expect(requireSso(world, required, by)).rejects.toThrow('sign in with it first')
    const token = await bySso(mchNo, claimsOf(owner.email, { groups: ['admins'] }))
    await requireSso(world, { ...required, signedIn: await found(token) }, by)
    expect(await reads(token, mchNo)).toBe(true)
    expect(await reads(owner.token, mchNo), 'by code').toBe(false)
    await removeSso(world, { mchNo }, by)
    expect(await findSignedIn(world, token)).toBeUndefined()
    expect(await reads(owner.token, mchNo), 'by code again').toBe(true)
  })

  test('the operator’s provider always requires a second factor, and a passkey stays possible', async () => {
    const production = { ...world, operatorsNeedPasskeys: true }
    const { email, token: byMail } = await join(undefined, 'operator')
    const roles = [{ role: 'operator', value: 'ops' }]
    await expect(setSso(world, { ...setup, roles, requiresMfa: false }, byCommandLine)).rejects.toThrow(
      'always',
    )
    await expect(setSso(world, { ...setup }, byCommandLine)).rejects.toThrow('must be operator')
    await setSso(world, { ...setup, roles }, byCommandLine)
    const ops = { groups: ['ops'] }
    await expect(bySso(operatorName, claimsOf(email, ops))).rejects.toMatchObject(refusedAs('no-mfa'))
    const token = await bySso(operatorName, claimsOf(email, { ...ops, amr: ['mfa'] }))
    const isOperator = async (of: string) =>
      ((await findSignedIn(production, of))?.memberships ?? []).some(({ role }) => role === 'operator')
    expect(await isOperator(token)).toBe(true)
    expect(await isOperator(byMail), 'by code').toBe(false)
    await removeSso(world, {}, byCommandLine)
    expect(await findSignedIn(world, token)).toBeUndefined()
  })

  test('a writer of the database cannot change a provider, a binding or a session of a provider', async () => {
    const { mchNo, merchantId } = await merchant()
    const [one, two] = [await join(mchNo, 'viewer'), await join(mchNo, 'compliance')]
    const claims = claimsOf(one.email)
    const token = await bySso(mchNo, claims)
    const run = (sql: string) => suite.database.run(sql)
    const memberOf = async (each: string) => (await found(each)).memberId
    const [mine, theirs] = [await memberOf(one.token), await memberOf(two.token)]

    // The session leaves its merchant.
    await run(
      `update member_session set provider_id = null where member_id = ${mine} and provider_id is not null`,
    )
    expect(await findSignedIn(world, token)).toBeUndefined()
    // The account is bound to another member.
    await run(`update sso_identity set member_id = ${theirs} where member_id = ${mine}`)
    await expect(bySso(mchNo, claims)).rejects.toMatchObject(refusedAs('other-account'))
    await expect(bySso(mchNo, claimsOf(two.email))).rejects.toMatchObject(refusedAs('other-account'))
    // The provider becomes another one, or the operator's.
    const forge = async (change: string) => {
      await run(`update sso_provider set ${change} where merchant_id = ${merchantId}`)
      await expect(bySso(mchNo, claims), change).rejects.toMatchObject(refusedAs('not-set-up'))
    }
    await forge("issuer = 'https://evil.example.com'")
    await forge("roles = '{owner:staff}'")
    expect((await findForgedRows(world)).map(({ table }) => table)).toEqual(
      expect.arrayContaining(['sso_provider', 'sso_identity', 'member_session']),
    )
    await run(`update sso_provider set merchant_id = null where merchant_id = ${merchantId}`)
    await expect(bySso(operatorName, claims)).rejects.toMatchObject(refusedAs('not-set-up'))
    await run('delete from sso_identity; delete from sso_provider where merchant_id is null')
  })
})
