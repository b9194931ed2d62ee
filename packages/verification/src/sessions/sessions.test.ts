import { createProgram } from '@touchstone/kyc'
import { beforeAll, describe, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { testDevice } from '../testing/test-device.ts'
import { authorize } from '../visits/authorize.ts'
import { submitDevice } from '../visits/device.ts'
import { tidySessions } from '../visits/tidy-sessions.ts'
import { viewOf } from '../visits/view-of.ts'
import { ancestorsOf, isOriginAllowed } from './allowed-origins.ts'
import { findSession } from './find-session.ts'
import { nameAccounts } from './name-accounts.ts'
import { normaliseChainId } from './normalise-chain-id.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import { selectSession } from './session-store.ts'
import { shortenedLogin } from './shortened-login.ts'
import { switchChain } from './switch-chain.ts'

test.each([
  ['137', '137'],
  ['0x89', '137'],
  ['0X89', '137'],
  ['0x0089', '137'],
  ['Polygon', '137'],
  [' polygon ', '137'],
  ['BNB Smart Chain', '56'],
  ['aptos-1', 'aptos-1'],
  ['Aptos', 'aptos-1'],
  ['solana', 'solana'],
  ['TON', 'ton'],
  ['138', undefined],
  ['0x', undefined],
  ['0xzz', undefined],
  ['137.0', undefined],
  ['', undefined],
  ['__proto__', undefined],
])('normalises the chain %j to %s', (given, id) => {
  expect(normaliseChainId(given)).toBe(id)
})

describe('allowed origins', () => {
  const listed = { allowedDomains: ['https://shop.example', 'https://app.shop.example:8443'] }
  const open = { allowedDomains: [] }

  test.each([
    [listed, 'https://shop.example', true, true],
    [listed, 'https://app.shop.example:8443', false, true],
    [listed, 'http://shop.example', false, false],
    [listed, 'https://shop.example.evil.example', false, false],
    [listed, 'https://SHOP.example', false, false],
    [listed, 'http://localhost:3000', false, false],
    [open, 'http://localhost:3000', false, true],
    [open, 'https://127.0.0.1', false, true],
    [open, 'http://localhost.evil.example', false, false],
    [open, 'http://localhost:3000/path', false, false],
    [open, 'http://user@localhost:3000', false, false],
    [open, 'null', false, false],
    [open, '', false, false],
    [open, 'https://shop.example', false, false],
    [open, 'http://localhost:3000', true, false],
  ])(
    'with domains %j, checks whether %s is allowed (production %s): %s',
    (program, origin, production, allowed) => {
      expect(isOriginAllowed(program, origin, production)).toBe(allowed)
    },
  )

  test('matches frame-ancestors', () => {
    expect(ancestorsOf([listed, listed], true)).toEqual(listed.allowedDomains)
    expect(ancestorsOf([open], true)).toEqual([])
    expect(ancestorsOf([open], false)).toContain('http://localhost:*')
  })
})

test.each([
  ['adalovelace@example.com', 'a…e@example.com'],
  ['al@example.com', 'a…@example.com'],
  ['0x8617e340b3d01fa5f11f306f4090fd50e238070d', '0x86…0d'],
  ['short', 'short'],
])('shortens the login %s to %s', (login, shown) => {
  expect(shortenedLogin(login)).toBe(shown)
})

onOneEngine('embedded', 'sessions', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })
  const hour = 60 * 60_000

  async function opening(more: object = {}) {
    const { mchNo, program } = await world.open()
    const issue = (mode: 'email' | 'wallet' = 'email') => world.tokenService.issue({ appId: mchNo, mode })
    const input = {
      accessToken: await issue(),
      appId: mchNo,
      lv: 1 as const,
      chainId: '137',
      origin: 'https://shop.example',
      checkAddress: false,
      locale: 'en' as const,
      ...more,
    }
    return {
      mchNo,
      program,
      input,
      issue,
      open: (other: object = {}) => openSession(world, { ...input, ...other }),
    }
  }

  test('opens one page per token, even if several requests arrive at once', async () => {
    const { open } = await opening()
    const outcomes = await Promise.allSettled([open(), open(), open()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'token.used' })
  })

  test('distinguishes expired tokens from invalid ones', async () => {
    const [one, other] = [await opening(), await opening()]
    await expect(one.open({ accessToken: await other.issue() })).rejects.toMatchObject({
      code: 'token.unknown',
    })
    await expect(one.open({ accessToken: `${one.input.accessToken}x` })).rejects.toMatchObject({
      code: 'token.unknown',
    })
    world.clock.advance(30 * 60_000 + 1000)
    await expect(one.open()).rejects.toMatchObject({ code: 'token.expired' })
  })

  test('selects the named program or the first program of the flow', async () => {
    const { mchNo, program, open, issue } = await opening()
    const make = (kind: string, active = true) =>
      createProgram(world.kyc, { mchNo, name: kind, kind, active, allowedDomains: ['https://shop.example'] })
    const [poa, meid, sleeping] = [await make('PoA'), await make('MeID'), await make('KYC', false)]
    const opened = async (more: object) => {
      const { session } = await open({ accessToken: await issue(), ...more })
      return session.programId
    }
    expect(await opened({})).toBe(program.id)
    expect(await opened({ programNo: poa.programNo })).toBe(poa.id)
    expect(await opened({ lv: 2 })).toBe(meid.id)
    await expect(opened({ lv: 2, programNo: poa.programNo })).rejects.toMatchObject({
      code: 'program.unknown',
    })
    await expect(opened({ programNo: '000000000000' })).rejects.toMatchObject({ code: 'program.unknown' })
    await expect(opened({ programNo: sleeping.programNo })).rejects.toMatchObject({
      code: 'program.inactive',
    })
    await expect(opened({ origin: 'https://evil.example' })).rejects.toMatchObject({
      code: 'domain.not-allowed',
    })
    await expect(opened({ chainId: 'nowhere' })).rejects.toMatchObject({ code: 'parameter.chainId' })
    await expect(opened({ accessToken: await issue('wallet') })).rejects.toMatchObject({
      code: 'parameter.mode',
    })
    const { session } = await open({ accessToken: await issue('wallet'), lv: 2 })
    expect(session.loginMode).toBe('wallet')
  })

  test('keeps the token valid if the page is rejected', async () => {
    const { open } = await opening()
    await expect(open({ chainId: 'nowhere' })).rejects.toMatchObject({ code: 'parameter.chainId' })
    await open()
  })

  test('finds a session by its secret for a day after the last use, and stores only a hash of the secret', async () => {
    const { session, bearer } = await world.open()
    const { rows } = await suite.database.run('select bearer_hash from frame_session where id = $1', [
      session.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(bearer)
    world.clock.advance(23 * hour)
    await findSession(world, bearer)
    world.clock.advance(23 * hour)
    expect((await findSession(world, bearer)).usedAt.getTime()).toBe(world.clock.now())
    await expect(findSession(world, `${bearer.slice(1)}A`)).rejects.toMatchObject({ code: 'session.unknown' })
    world.clock.advance(24 * hour)
    await expect(findSession(world, bearer)).rejects.toMatchObject({ code: 'session.unknown' })
  })

  test('deletes expired sessions with all their data', async () => {
    const old = await world.openAuthorized()
    await requestCode(world, old, { email: 'old@example.com', ip: '10.0.0.1' })
    world.clock.advance(25 * hour)
    const { bearer } = await world.open()
    expect(await tidySessions(world)).toBeGreaterThan(0)
    const count = async (table: string, column: string) => {
      const { rows } = await suite.database.run(`select 1 from ${table} where ${column} = $1`, [old.id])
      return rows.length
    }
    expect([await count('frame_session', 'id'), await count('login_code', 'session_id')]).toEqual([0, 0])
    await findSession(world, bearer)
    expect(await tidySessions(world)).toBe(0)
  })

  test("shows steps and retention on the first page and changes the view's version when the content changes", async () => {
    const { session } = await world.open()
    const view = await viewOf(world, session)
    expect(view).toMatchObject({
      merchant: { name: 'Shop' },
      program: { kind: 'KYC', name: 'Onboarding' },
      device: 'own',
      stage: 'authorize',
      step: { name: 'authorize', loginMode: 'email', checkAddress: false },
    })
    expect(view.stages.slice(0, 3)).toEqual(['authorize', 'login', 'document'])
    expect((await viewOf(world, session)).version).toBe(view.version)
    const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const accounts = [` ${wallet} `, 'ada@example.com', 'customer 7']
    const device = await testDevice(session, 'first')
    await expect(authorize(world, session, { account: wallet, ...device })).rejects.toMatchObject({
      code: 'account.changed',
    })
    const named = await nameAccounts(world, session, { accounts })
    const shown = await viewOf(world, named)
    expect(shown.step).toMatchObject({
      account: { value: wallet, network: 'Polygon' },
      needs: [],
    })
    const authorized = await authorize(world, named, { account: wallet, ...device })
    expect(authorized.ssiWallet).toBe(device.ssiWallet.toLowerCase())
    expect((await viewOf(world, authorized)).version).not.toBe(shown.version)
    await expect(nameAccounts(world, authorized, { accounts: ['  '] })).rejects.toMatchObject({
      code: 'parameter.accounts',
    })
  })

  async function loggedIn(email: string): Promise<Session> {
    const session = await world.openAuthorized()
    await requestCode(world, session, { email, ip: '10.0.0.2' })
    await submitCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
    return await selectSession(journeyTablesOf(world), session.id)
  }

  test('switches the chain before and during a journey and updates the wallet', async () => {
    const early = await world.openAuthorized()
    await switchChain(world, early, { chainId: 'Base' })
    expect((await viewOf(world, early)).chainId).toBe('8453')
    const session = await loggedIn('switches@example.com')
    await switchChain(world, session, { chainId: '0x1' })
    const view = await viewOf(world, session)
    expect(view).toMatchObject({
      chainId: '1',
      step: { name: 'authorize', again: true, account: { network: 'Ethereum' } },
    })
    const chains = async () => {
      const { rows } = await suite.database.run(
        `select chain_id from journey_account where kind = 'wallet' and journey_id = $1 order by id`,
        [session.journeyId],
      )
      return (rows as { chain_id: string }[]).map(({ chain_id }) => chain_id)
    }
    expect(await chains()).toEqual(['137'])
    const switched = await selectSession(journeyTablesOf(world), session.id)
    const device = await testDevice(switched, 'third')
    const account = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
    await authorize(world, switched, { account, ...device })
    expect(await chains()).toEqual(['137', '1'])
    expect((await viewOf(world, session)).step.name).toBe('document')
    await expect(switchChain(world, session, { chainId: '0x' })).rejects.toMatchObject({
      code: 'parameter.chainId',
    })
  })

  test('keeps the chain of a MeID page', async () => {
    const session = await world.openAuthorized({ program: { kind: 'MeID' }, lv: 2 })
    await expect(switchChain(world, session, { chainId: '1' })).rejects.toMatchObject({
      code: 'parameter.chainId',
    })
  })

  test('lets another device take over until a proof has been made', async () => {
    const session = await loggedIn('devices@example.com')
    const device = await testDevice(session, 'later')
    await submitDevice(world, session, device)
    const changed = await selectSession(journeyTablesOf(world), session.id)
    expect([changed.ssiWallet, changed.commitment]).toEqual([
      device.ssiWallet.toLowerCase(),
      device.commitment,
    ])
    const { session: unconfirmed } = await world.open()
    const own = await testDevice(unconfirmed, 'later')
    await expect(submitDevice(world, unconfirmed, own)).rejects.toMatchObject({ code: 'step.other' })
  })
})
