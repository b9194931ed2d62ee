import { accountFingerprint, createProgram, listUsers, selectProgramByNo, tablesOf } from '@touchstone/kyc'
import { beforeAll, describe, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { revokePerson } from '../../packages/verification/src/revocation/revoke-person.ts'
import { nameAccounts } from '../../packages/verification/src/sessions/name-accounts.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { testDevice } from '../../packages/verification/src/testing/test-device.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { authorize } from '../../packages/verification/src/visits/authorize.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'

// A result is granted to an account only if the account's owner agrees. A verification must not be granted
// without consent, even if the page names accounts, the person is already verified, or the account changes
// during the journey.

const [first, second, third] = [walletOf('1'), walletOf('2'), walletOf('3')]
const day = 86_400_000

onOneEngine('server', 'account ownership', (suite) => {
  let here: AccountWorld
  beforeAll(async () => {
    here = await createAccountWorld(suite.database)
  })

  describe('KYC', () => {
    let shop: Place
    beforeAll(async () => {
      shop = await here.place({ checks: [] })
      const passed = await here.visit(shop, 'passed@example.com', first)
      await here.walks.identified(passed)
      await here.walks.share(passed)
    })

    test('grants the result to the account that the person agreed to, not to the login account', async () => {
      expect(await here.isGrant(shop, first)).toBe(true)
      expect(await here.isGrant(shop, 'passed@example.com')).toBe(false)
      expect(await here.status(shop, first)).toBe('KYC Passed')
      expect(await here.listed(shop)).toEqual([first])
    })

    test('states before the login, and again at the consent step, that the site sees the login and the status', async () => {
      const email = 'informed@example.com'
      const { session } = await here.world.open({ at: shop })
      const named = await nameAccounts(here.world, session, { accounts: [second] })
      const sees = ['email', 'status']
      expect(await here.walks.stepOf(named)).toMatchObject({ name: 'authorize', sees })
      const visit = await here.visit(shop, email, second)
      // The login and the status are visible as soon as the person logs in, long before the person agrees to
      // share.
      const { users } = await listUsers(here.world.kyc, { program: shop.program, page: 1 })
      expect(users.find(({ svcAccount }) => svcAccount === email)).toMatchObject({
        status: 'Verification Started',
        clientUserIdentifier: [],
      })
      await here.walks.identified(visit)
      await here.walks.minted(visit)
      expect(await here.walks.stepOf(visit)).toMatchObject({ name: 'consent', sees })
    })

    test('does not grant the result to ten wallets named by a verified person’s page, and creates no rows for them', async () => {
      const named = Array.from({ length: 10 }, (_, index) => `0x${String(index).padStart(40, 'a')}`)
      const session = await here.visit(shop, 'passed@example.com', '', { accounts: named })
      expect(await here.walks.stepOf(session)).toMatchObject({
        name: 'consent',
        further: true,
        account: named[0],
        network: 'Polygon',
      })
      for (const account of named) {
        expect(await here.isGrant(shop, account)).toBe(false)
        expect(await here.status(shop, account)).toBe('Not Started')
      }
      expect(await here.listed(shop)).toEqual([first])
    })

    test('creates a row only for the account that the page showed, until the person agrees', async () => {
      const session = await here.visit(shop, 'starts@example.com', '', { accounts: [second, third] })
      expect(await here.status(shop, second)).toBe('Verification Started')
      expect(await here.status(shop, third)).toBe('Not Started')
      await here.walks.identified(session)
      await here.walks.minted(session)
      expect(await here.isGrant(shop, second)).toBe(false)
      await here.agree(session, second)
      expect(await here.isGrant(shop, second)).toBe(true)
      expect(await here.isGrant(shop, third)).toBe(false)
    })

    test('requires a separate consent for an additional account, and the consent must name that account', async () => {
      const other = walletOf('4')
      const session = await here.visit(shop, 'passed@example.com', other)
      await expect(here.agree(session, first)).rejects.toMatchObject({ code: 'account.changed' })
      expect(await here.isGrant(shop, other)).toBe(false)
      await here.agree(session, other)
      expect(await here.isGrant(shop, other)).toBe(true)
      expect(await here.status(shop, other)).toBe('KYC Passed')
      expect(await here.walks.stepOf(session)).toMatchObject({
        name: 'done',
        finished: { verifiedAddress: other },
      })
      expect(await here.listed(shop)).toEqual(expect.arrayContaining([first, other]))
    })

    test('requires a new agreement if the page changes its account', async () => {
      const [shown, swapped] = [walletOf('5'), walletOf('6')]
      const session = await here.visit(shop, 'swapped@example.com', shown)
      await nameAccounts(here.world, session, { accounts: [swapped] })
      expect(await here.walks.stepOf(session)).toMatchObject({
        name: 'authorize',
        again: true,
        account: { value: swapped },
      })
      expect(await here.status(shop, swapped)).toBe('Not Started')
      const changed = await selectSession(journeyTablesOf(here.world), session.id)
      await authorize(here.world, changed, { account: swapped, ...(await testDevice(changed, 'own')) })
      expect(await here.status(shop, swapped)).toBe('Verification Started')
    })

    test('reports a result only for the account for which it was shared, not for another agreed account', async () => {
      const [left, taken] = [walletOf('7'), walletOf('8')]
      await here.visit(shop, 'two@example.com', left)
      const session = await here.visit(shop, 'two@example.com', taken)
      await here.walks.identified(session)
      await here.walks.share(session)
      expect(await here.status(shop, taken)).toBe('KYC Passed')
      expect(await here.status(shop, left)).toBe('SBT Minted')
      expect(await here.isGrant(shop, left)).toBe(false)
    })

    test('rejects additional accounts for a person whose verification was revoked', async () => {
      const session = await here.visit(shop, 'revoked@example.com', walletOf('9'))
      await here.walks.identified(session)
      await here.walks.share(session)
      const { journey } = await loadState(here.world, session.journeyId)
      await revokePerson(here.world, journey)
      const again = await here.visit(shop, 'revoked@example.com', walletOf('a'))
      expect(await here.walks.stepOf(again)).toMatchObject({
        name: 'failed',
        reason: 'grant.ended',
        retry: 'none',
      })
      await expect(here.agree(again, walletOf('a'))).rejects.toMatchObject({ code: 'step.other' })
      expect(await here.isGrant(shop, walletOf('9'))).toBe(false)
      expect(await here.isGrant(shop, walletOf('a'))).toBe(false)
    })

    test.each([
      ['Solana', 'solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
      ['TON', 'ton', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
    ])('finds a %s account by its lower-case form in the keyless check', async (_, chainId, account) => {
      const session = await here.visit(shop, `${chainId}@example.com`, account, { chainId })
      await here.walks.identified(session)
      await here.walks.share(session)
      expect(await here.isGrant(shop, account)).toBe(true)
      expect(await here.isGrant(shop, account.toLowerCase())).toBe(true)
      expect(await here.isGrant(shop, account.toUpperCase())).toBe(false)
      expect(await here.status(shop, account, chainId)).toBe('KYC Passed')
    })

    test('keeps account events permanently', async () => {
      const db = tablesOf(here.world.kyc)
      const fingerprint = accountFingerprint(here.world.vault, first)
      const row = await db
        .selectFrom('journey_account')
        .select('id')
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirstOrThrow()
      const events = await db
        .selectFrom('account_event')
        .select(['event', 'actor'])
        .where('account_id', '=', row.id)
        .orderBy('id')
        .execute()
      expect(events).toEqual([
        { event: 'agreed', actor: 'user' },
        { event: 'granted', actor: 'user' },
      ])
      await expect(db.deleteFrom('account_event').execute()).rejects.toThrow('append-only')
    })
  })

  describe('MeID', () => {
    let vote: Place
    let poll: Place
    const email = 'voter@example.com'
    beforeAll(async () => {
      vote = await here.place({ kind: 'MeID' })
      const allowedDomains = ['https://shop.example']
      const { programNo } = await createProgram(here.world.kyc, {
        ...{
          mchNo: vote.mchNo,
          name: 'Poll',
          kind: 'MeID',
          active: true,
          allowedDomains,
          meidRebindDays: 60,
        },
      })
      const program = await selectProgramByNo(tablesOf(here.world.kyc), programNo)
      if (!program) throw new Error('no program')
      poll = { mchNo: vote.mchNo, program }
      const session = await here.visit(vote, email, first)
      await here.walks.alive(session)
      await here.walks.share(session)
    })

    test('binds one person to one account across all programs of a merchant', async () => {
      expect(await here.isBound(vote, first)).toBe(true)
      for (const at of [vote, poll]) {
        const session = await here.visit(at, email, second)
        expect(await here.walks.stepOf(session)).toMatchObject({
          name: 'consent',
          account: second,
          bound: { account: '0x11…11', movableAt: 0 },
        })
        await expect(here.agree(session, second)).rejects.toMatchObject({ code: 'account.bound-elsewhere' })
        expect(await here.isBound(at, second)).toBe(false)
        expect(await here.isGrant(at, second)).toBe(false)
      }
      const own = await here.visit(poll, email, first)
      await here.agree(own, first)
      expect(await here.isGrant(poll, first)).toBe(true)
    })

    test('moves the binding once, ends the old account’s result and applies the longest waiting time of all programs', async () => {
      const session = await here.visit(vote, email, second)
      await here.agree(session, second, true)
      expect(await here.isBound(vote, second)).toBe(true)
      expect(await here.isBound(vote, first)).toBe(false)
      for (const at of [vote, poll]) {
        expect(await here.isGrant(at, first)).toBe(false)
        expect(await here.status(at, first)).not.toContain('Passed')
      }
      expect(await here.status(vote, second)).toContain('Passed')

      const movableAt = here.world.clock.now() + 60 * day
      here.world.clock.advance(3_600_000)
      const back = await here.visit(vote, email, first)
      const step = await here.walks.stepOf(back)
      expect(step).toMatchObject({ name: 'consent', bound: { account: '0x22…22' } })
      const movableFrom = (step as { bound: { movableAt: number } }).bound.movableAt
      expect(Math.abs(movableFrom - movableAt)).toBeLessThan(10_000)
      await expect(here.agree(back, first, true)).rejects.toMatchObject({
        code: 'account.bound-moved-lately',
      })

      here.world.clock.set(movableFrom - 1000)
      const early = await here.visit(vote, email, third, { at: vote })
      here.world.clock.set(movableFrom)
      await here.agree(early, third, true)
      expect(await here.isBound(vote, third)).toBe(true)
      expect(await here.isBound(vote, second)).toBe(false)
    })

    test('binds only one of two accounts that are named concurrently', async () => {
      const sessions = [await here.visit(vote, 'twice@example.com', walletOf('b'))]
      await here.walks.alive(sessions[0] as Visit)
      await here.walks.minted(sessions[0] as Visit)
      sessions.push(await here.visit(vote, 'twice@example.com', walletOf('c')))
      const results = await Promise.allSettled([
        here.agree(sessions[0] as Visit, walletOf('b')),
        here.agree(sessions[1] as Visit, walletOf('c')),
      ])
      const bound = [await here.isBound(vote, walletOf('b')), await here.isBound(vote, walletOf('c'))]
      expect(bound.filter(Boolean)).toHaveLength(1)
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    })
  })
})
