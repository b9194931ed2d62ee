import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { byCommandLine as by, selectAudit } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { setReviewRule } from '../merchants/review-rules.ts'
import { addMember, listMembers, removeMember } from './change-members.ts'
import { invitationMs } from './member-rights.ts'
import {
  answerInvitation,
  endSession,
  findSignedIn,
  isCsrfToken,
  listSessions,
  recordUse,
  requirePermission,
  type SignedIn,
} from './member-session.ts'
import { allows, merchantRoles, permissions } from './roles.ts'
import { askForMemberCode, memberLimits, newFlow, signIn, tidyMembers } from './sign-in.ts'

const browser = 'a browser'

onBothEngines('members of merchants and of the operator', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })

  let addresses = 0
  const address = () => `member${++addresses}@example.com`
  const merchant = () => createMerchantWithProgram(world)
  const mails: { to: string; code: string }[] = []
  const ask = async (email: string, flow = newFlow(), ip = `10.9.${addresses % 250}.7`) => {
    await askForMemberCode(world, { email, flow, ip }, async (mail) => void mails.push(mail))
    return flow
  }
  const codeFor = (email: string) => mails.findLast(({ to }) => to === email)?.code ?? ''
  const enter = (flow: string, code: string) => signIn(world, { code, flow, ip: '10.9.9.9', browser })
  async function signedIn(email: string) {
    const { token } = await enter(await ask(email), codeFor(email))
    const found = await findSignedIn(world, token)
    if (!found) throw new Error('nobody is signed in')
    if (found.invitations.length === 0) return { token, found }
    for (const { id } of found.invitations)
      await answerInvitation(world, found, { id, accept: true }, byMember(found))
    return { token, found: (await findSignedIn(world, token)) ?? found }
  }
  const byMember = ({ memberId }: SignedIn) => ({ actor: 'member' as const, memberId, network: '10.9.9.9' })
  /** Invites a member, who signs in and accepts. */
  const join = async (
    input: Parameters<typeof addMember>[1],
    author: Parameters<typeof addMember>[2] = by,
  ) => {
    const { memberNo } = await addMember(world, input, author)
    return { memberNo, ...(await signedIn(input.email)) }
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const actions = async (merchantId: number | null) =>
    (await selectAudit(tablesOf(world), { merchantId, limit: 100 })).map(({ action, detail }) => [
      action,
      detail,
    ])

  test('adds and removes members, changes roles, and records each change in the permanent log', async () => {
    const { mchNo, merchantId } = await merchant()
    const [first, second] = [address(), address()]
    const owner = await join({ mchNo, email: first, role: 'owner' })
    await addMember(world, { mchNo, email: second.toUpperCase(), role: 'viewer' }, by)
    await signedIn(second)
    const changed = await addMember(world, { mchNo, email: second, role: 'compliance' }, by)
    expect((await listMembers(world, { mchNo })).map(({ email, role }) => [email, role])).toEqual([
      [first, 'owner'],
      [second, 'compliance'],
    ])
    const last = /last owner/
    await expect(removeMember(world, { mchNo, memberNo: owner.memberNo }, by)).rejects.toThrow(last)
    await expect(addMember(world, { mchNo, email: first, role: 'viewer' }, by)).rejects.toThrow(last)
    await removeMember(world, { mchNo, memberNo: changed.memberNo }, by)
    expect(await listMembers(world, { mchNo })).toHaveLength(1)
    await expect(removeMember(world, { mchNo, memberNo: changed.memberNo }, by)).rejects.toThrow(/not known/)
    expect(await actions(merchantId)).toEqual([
      ['member.removed', { role: 'compliance' }],
      ['member.role-changed', { role: 'compliance', before: 'viewer' }],
      ['member.accepted', { role: 'viewer' }],
      ['member.invited', { role: 'viewer' }],
      ['member.accepted', { role: 'owner' }],
      ['member.invited', { role: 'owner' }],
      ['program.created', { kind: 'KYC' }],
      ['merchant.created', { plan: 'standard', key: expect.any(String) }],
    ])
    for (const change of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log'])
      await expect(world.database.run(change)).rejects.toThrow(/append-only/)
    const { rows } = await world.database.run('select * from member, audit_log')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('@example.com')
  })

  test('keeps one owner if two owners remove each other concurrently', async () => {
    const { mchNo } = await merchant()
    const owners = [
      await join({ mchNo, email: address(), role: 'owner' }),
      await join({ mchNo, email: address(), role: 'owner' }),
    ]
    await Promise.allSettled(owners.map(({ memberNo }) => removeMember(world, { mchNo, memberNo }, by)))
    expect(await listMembers(world, { mchNo })).toHaveLength(1)
  })

  test('names the invalid field', async () => {
    const { mchNo } = await merchant()
    const add = (input: { mchNo?: string; email?: string; role?: string }) =>
      addMember(world, { mchNo, email: address(), role: 'owner', ...input }, by)
    await expect(add({ role: 'king' })).rejects.toThrow('role must be one of owner')
    await expect(add({ role: 'operator' })).rejects.toThrow('role must be one of owner')
    await expect(add({ email: 'nobody' })).rejects.toThrow('e-mail must be')
    await expect(add({ mchNo: 'M1' })).rejects.toThrow('merchant is not known')
    await expect(addMember(world, { email: address(), role: 'owner' }, by)).rejects.toThrow('name a merchant')
  })

  test('accepts a code once, in one browser, within ten minutes and five attempts', async () => {
    const { mchNo } = await merchant()
    const email = address()
    await addMember(world, { mchNo, email, role: 'viewer' }, by)
    const flow = await ask(email)
    const code = codeFor(email)
    await expect(enter(newFlow(), code)).rejects.toMatchObject({ code: 'sign-in.code-over' })
    await expect(enter(flow, wrong(code))).rejects.toMatchObject({ code: 'sign-in.code-wrong' })
    await expect(enter(flow, 'twelve')).rejects.toMatchObject({ code: 'sign-in.code-wrong' })
    const { token } = await enter(flow, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(await findSignedIn(world, token)).toMatchObject({ invitations: [{ mchNo, role: 'viewer' }] })
    await expect(enter(flow, code)).rejects.toMatchObject({ code: 'sign-in.code-over' })

    const late = await ask(email)
    world.clock.advance(memberLimits.codeMs)
    await expect(enter(late, codeFor(email))).rejects.toMatchObject({ code: 'sign-in.code-over' })

    const guessed = await ask(email)
    for (let tries = 0; tries < memberLimits.tries; tries++)
      await expect(enter(guessed, wrong(codeFor(email)))).rejects.toMatchObject({
        code: 'sign-in.code-wrong',
      })
    await expect(enter(guessed, codeFor(email))).rejects.toMatchObject({ code: 'sign-in.code-over' })
  })

  test('treats an unknown address like a known one but sends no mail', async () => {
    const stranger = address()
    const before = mails.length
    const flow = await ask(stranger)
    expect(mails).toHaveLength(before)
    await expect(enter(flow, '123456')).rejects.toMatchObject({
      code: expect.stringMatching(/^sign-in\.code-(wrong|over)$/),
    })
    for (let requests = 1; requests < memberLimits.perEmailOfNetwork; requests++) await ask(stranger)
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'sign-in.too-many' })
    // Another network can still request a code, so that nobody can lock out other people.
    await ask(stranger, newFlow(), '10.10.0.1')
    world.clock.advance(memberLimits.windowMs)
    await ask(stranger)
  })

  test('ends a session after inactivity, after twelve hours, on sign-out and at the end of the membership', async () => {
    const { mchNo, merchantId } = await merchant()
    const email = address()
    const { memberNo } = await addMember(world, { mchNo, email, role: 'developer' }, by)
    const idle = await signedIn(email)
    world.clock.advance(memberLimits.idleMs - 1)
    expect(await findSignedIn(world, idle.token)).toBeDefined()
    world.clock.advance(memberLimits.idleMs - 1)
    expect(await findSignedIn(world, idle.token)).toBeDefined()
    world.clock.advance(memberLimits.idleMs)
    expect(await findSignedIn(world, idle.token)).toBeUndefined()

    const long = await signedIn(email)
    for (let used = 0; used < memberLimits.longestMs; used += memberLimits.idleMs / 2) {
      expect(await findSignedIn(world, long.token)).toBeDefined()
      world.clock.advance(memberLimits.idleMs / 2)
    }
    expect(await findSignedIn(world, long.token)).toBeUndefined()

    const [one, other] = [await signedIn(email), await signedIn(email)]
    expect(await listSessions(world, one.found)).toHaveLength(2)
    const membership = requirePermission(other.found, 'overview.read', mchNo)
    for (let use = 0; use < 2; use++) await recordUse(world, other.found, membership, '10.0.0.2')
    const begun = (await actions(merchantId)).filter(([action]) => action === 'session.begun')
    expect(begun, 'the sign-in is logged once, at the first use').toEqual([
      ['session.begun', { passkey: false }],
    ])
    await endSession(world, one.found, { sessionId: other.found.sessionId, ip: '10.0.0.1' })
    expect(await findSignedIn(world, other.token)).toBeUndefined()
    const [ended] = await selectAudit(tablesOf(world), { merchantId, limit: 1 })
    expect(ended).toMatchObject({ action: 'session.ended', detail: { other: true }, network: '10.0.0.1' })
    // Another member's session is reported as unknown.
    const theirs = await join({ mchNo, email: address(), role: 'viewer' })
    await endSession(world, one.found, { sessionId: theirs.found.sessionId, ip: '10.0.0.1' })
    expect(await findSignedIn(world, theirs.token)).toBeDefined()
    const more = [await signedIn(email), await signedIn(email)]
    await endSession(world, one.found, { ip: '10.0.0.1' })
    for (const { token } of [one, ...more]) expect(await findSignedIn(world, token)).toBeUndefined()
    expect(await findSignedIn(world, theirs.token)).toBeDefined()
    const last = await signedIn(email)

    await removeMember(world, { mchNo, memberNo }, by)
    expect(await findSignedIn(world, last.token)).toBeUndefined()
    expect(await findSignedIn(world, 'no token')).toBeUndefined()
  })

  test('removes expired codes and sessions', async () => {
    const { mchNo } = await merchant()
    const email = address()
    await addMember(world, { mchNo, email, role: 'viewer' }, by)
    await signedIn(email)
    const rows = async () =>
      (await world.database.run('select id from member_code union all select id from member_session')).rows
    await tidyMembers(world)
    expect((await rows()).length).toBeGreaterThanOrEqual(2)
    world.clock.advance(memberLimits.longestMs)
    await tidyMembers(world)
    expect(await rows()).toEqual([])
  })

  test('makes an invited person a member only if they accept within fourteen days', async () => {
    const { mchNo, merchantId } = await merchant()
    await join({ mchNo, email: address(), role: 'owner' })
    const [accepting, declining, late] = [address(), address(), address()]
    for (const email of [accepting, declining, late])
      await addMember(world, { mchNo, email, role: 'viewer' }, by)
    const answer = async (email: string, accept: boolean) => {
      const { token } = await enter(await ask(email), codeFor(email))
      const found = await findSignedIn(world, token)
      if (!found) throw new Error('nobody is signed in')
      expect(() => requirePermission(found, 'overview.read', mchNo)).toThrow('does not exist')
      const id = found.invitations[0]?.id ?? 0
      await answerInvitation(world, found, { id, accept }, byMember(found))
      const again = answerInvitation(world, found, { id, accept: true }, byMember(found))
      await expect(again).rejects.toThrow('is not known or has expired')
      return await findSignedIn(world, token)
    }
    expect((await answer(accepting, true))?.memberships).toMatchObject([{ mchNo, role: 'viewer' }])
    expect(await answer(declining, false)).toBeUndefined()
    expect((await listMembers(world, { mchNo })).map(({ email, accepted }) => [email, accepted])).toEqual(
      expect.arrayContaining([
        [accepting, true],
        [late, false],
      ]),
    )
    world.clock.advance(invitationMs)
    const mailed = mails.length
    await ask(late)
    expect(mails, 'no code is sent for an expired invitation').toHaveLength(mailed)
    // The person can be invited again, and the new invitation can be withdrawn.
    const { memberNo } = await addMember(world, { mchNo, email: late, role: 'developer' }, by)
    await removeMember(world, { mchNo, memberNo }, by)
    expect((await actions(merchantId)).slice(0, 4)).toEqual([
      ['member.uninvited', { role: 'developer' }],
      ['member.invited', { role: 'developer' }],
      ['member.declined', { role: 'viewer' }],
      ['member.accepted', { role: 'viewer' }],
    ])
  })

  test('rejects a code that was sent before the membership ended', async () => {
    const { mchNo } = await merchant()
    const email = address()
    const { memberNo } = await addMember(world, { mchNo, email, role: 'viewer' }, by)
    const flow = await ask(email)
    await removeMember(world, { mchNo, memberNo }, by)
    await expect(enter(flow, codeFor(email))).rejects.toMatchObject({ code: 'sign-in.code-over' })
  })

  test('accepts only the change token that belongs to the session', async () => {
    const { mchNo } = await merchant()
    const [email, another] = [address(), address()]
    const { found } = await join({ mchNo, email, role: 'viewer' })
    const other = await join({ mchNo, email: another, role: 'viewer' })
    expect(isCsrfToken(found, found.csrfToken)).toBe(true)
    for (const given of [undefined, '', 'x', other.found.csrfToken])
      expect(isCsrfToken(found, given)).toBe(false)
  })

  test('allows each role only the listed permissions, for its own merchant or for all merchants', async () => {
    const [own, foreign] = [await merchant(), await merchant()]
    for (const role of merchantRoles) {
      const email = address()
      await addMember(world, { mchNo: own.mchNo, email, role }, by)
      const { found } = await signedIn(email)
      for (const permission of permissions) {
        const attempt = (mchNo?: string) => () => requirePermission(found, permission, mchNo)
        if (allows(role, permission)) expect(attempt(own.mchNo)().role).toBe(role)
        else expect(attempt(own.mchNo)).toThrow('Your role does not allow this')
        expect(attempt(foreign.mchNo)).toThrow('does not exist')
        expect(attempt()).toThrow('Your role does not allow this')
      }
    }
    for (const delegated of [true, false]) {
      await setReviewRule(world, { mchNo: own.mchNo, delegated }, by)
      const email = address()
      await addMember(world, { mchNo: own.mchNo, email, role: 'compliance' }, by)
      const { found } = await signedIn(email)
      const attempt = (mchNo?: string) => () => requirePermission(found, 'reviews.decide', mchNo)
      if (delegated) expect(attempt(own.mchNo)().role).toBe('compliance')
      else expect(attempt(own.mchNo)).toThrow('Your role does not allow this')
      expect(attempt(), 'of the service').toThrow('Your role does not allow this')
      expect(attempt(foreign.mchNo)).toThrow('does not exist')
    }
    const email = address()
    await addMember(world, { email }, by)
    const { found } = await signedIn(email)
    for (const mchNo of [own.mchNo, foreign.mchNo, undefined])
      for (const permission of permissions)
        expect(requirePermission(found, permission, mchNo).role).toBe('operator')
  })
})

test('lists the permissions of each role, so that no permission changes unintentionally', () => {
  const table = Object.fromEntries(
    merchantRoles.map((role) => [role, permissions.filter((permission) => allows(role, permission))]),
  )
  expect(table).toEqual({
    viewer: ['overview.read', 'programs.read'],
    analyst: ['overview.read', 'programs.read', 'risk.read'],
    developer: [
      ...['overview.read', 'programs.read', 'programs.change'],
      ...['keys.change', 'webhooks.change', 'console.call'],
    ],
    compliance: [
      ...['overview.read', 'people.read', 'people.end', 'programs.read'],
      ...['risk.read', 'risk.decide', 'watches.change', 'transfers.decide', 'cases.work'],
    ],
    owner: [
      ...['overview.read', 'people.read', 'people.end', 'programs.read', 'programs.change'],
      ...[
        'keys.change',
        'webhooks.change',
        'console.call',
        'risk.read',
        'risk.decide',
        'watches.change',
        'transfers.decide',
        'cases.work',
      ],
      ...['policy.change', 'members.change', 'settings.change', 'audit.read'],
    ],
  })
  const byDelegation = merchantRoles.map((role) => [
    role,
    permissions.filter((permission) => allows(role, permission, true) && !allows(role, permission)),
  ])
  expect(Object.fromEntries(byDelegation)).toEqual({
    ...{ viewer: [], analyst: [], developer: [] },
    ...{ compliance: ['reviews.decide', 'lists.read'], owner: ['reviews.decide', 'lists.read'] },
  })
})
