import type { ChainMinter } from '@touchstone/chain'
import {
  accountFingerprint,
  checkGrant,
  checkMeidBinding,
  createAccessDesk,
  createProgram,
  getKycResult,
  listUsers,
  moveJourney,
  type Program,
  type ProgramInput,
  selectProgramByNo,
  tablesOf,
} from '@touchstone/kyc'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { askForCode, giveCode } from '../../packages/verification/src/login/login-by-email.ts'
import { answerAddress, askForAddress } from '../../packages/verification/src/login/login-by-wallet.ts'
import { revokePerson } from '../../packages/verification/src/people/revoke-person.ts'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { loadState } from '../../packages/verification/src/pipeline/load-state.ts'
import { authorize } from '../../packages/verification/src/sessions/authorize.ts'
import { nameAccounts } from '../../packages/verification/src/sessions/name-accounts.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { switchChain } from '../../packages/verification/src/sessions/switch-chain.ts'
import { viewOf } from '../../packages/verification/src/sessions/view-of.ts'
import {
  createSessionWorld,
  type OpenOptions,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { onOneEngine } from '../support/engines.ts'

// An account is granted only when its owner agreed to it. Naming accounts, being verified already, or switching the
// account in the middle must not put a verification where nobody was asked.

const wallet = (digit: string) => `0x${digit.repeat(40)}`
const [first, second, third] = [wallet('1'), wallet('2'), wallet('3')]
const day = 86_400_000

onOneEngine('server', 'whose account it is', (suite) => {
  let world: SessionWorld
  let walks: Walks
  const granted: { user: string; tokenId: bigint }[] = []
  let chainIsUp = true

  beforeAll(async () => {
    const job = () => ({ status: chainIsUp ? 'final' : 'sent' })
    const minter = {
      askMint: async () => ({ key: 'k', mintId: '0x01', job: job() }),
      tokenOf: async () => 7n,
      askGrant: async (call: { user: string; tokenId: bigint }) => {
        if (chainIsUp) granted.push({ user: call.user, tokenId: call.tokenId })
        return { key: 'k', job: job() }
      },
      burn: async () => ({ key: 'k', job: job() }),
    }
    world = await createSessionWorld(suite.database, {
      chains: {
        ensureAsked: async () => {},
        minter: async () => minter as unknown as ChainMinter,
        // Every contract of every chain says that it has signed.
        client: async (chainId) =>
          ({ getChainId: async () => Number(chainId), verifyMessage: async () => true }) as never,
      },
    })
    walks = createWalks(world)
  })

  type Place = { mchNo: string; program: Program }
  const place = async (program: Partial<ProgramInput>): Promise<Place> => {
    const { mchNo, program: made } = await world.open({ program, lv: program.kind === 'MeID' ? 2 : 1 })
    return { mchNo, program: made }
  }
  const visit = (at: Place, email: string, account: string, more: OpenOptions = {}) =>
    walks.visit(email, {}, { at, lv: at.program.kind === 'MeID' ? 2 : 1, accounts: [account], ...more })
  /** So many codes are sent to one address within an hour. */
  const anHourLater = () => world.clock.advance(3_600_000)
  const agree = (session: Visit, account: string, moves = false) =>
    consent(world, session, { granted: true, account, moves })

  const isGrant = async ({ mchNo, program }: Place, userAccount: string) => {
    const access = await createAccessDesk(world.kyc).merchantByNo(mchNo)
    return (await checkGrant(world.kyc, { access, userAccount, programNo: program.programNo })).isGrant
  }
  const isBound = async ({ mchNo }: Place, userAccount: string) => {
    const access = await createAccessDesk(world.kyc).merchantByNo(mchNo)
    return await checkMeidBinding(world.kyc, { access, userAccount })
  }
  const status = async ({ program }: Place, account: string, chainId = '137') =>
    (await getKycResult(world.kyc, { program, account, chainId })).kycStatus
  const walletsOf = async ({ program }: Place) =>
    (await listUsers(world.kyc, { program, page: 1 })).users.flatMap(({ clientUserIdentifier }) =>
      clientUserIdentifier.map(({ walletAddress, userId }) => walletAddress || userId),
    )

  describe('KYC', () => {
    let shop: Place
    beforeAll(async () => {
      shop = await place({ checks: [] })
      const passed = await visit(shop, 'passed@example.com', first)
      await walks.identified(passed)
      await walks.share(passed)
    })

    test('the account that was agreed to is granted, and the login is not', async () => {
      expect(await isGrant(shop, first)).toBe(true)
      expect(await isGrant(shop, 'passed@example.com')).toBe(false)
      expect(await status(shop, first)).toBe('KYC Passed')
      expect(await walletsOf(shop)).toEqual([first])
    })

    test('naming ten wallets as somebody who has passed grants none, and leaves no row', async () => {
      const named = Array.from({ length: 10 }, (_, index) => `0x${String(index).padStart(40, 'a')}`)
      const session = await visit(shop, 'passed@example.com', '', { accounts: named })
      expect(await walks.stepOf(session)).toMatchObject({
        name: 'consent',
        further: true,
        account: named[0],
        network: 'Polygon',
      })
      for (const account of named) {
        expect(await isGrant(shop, account)).toBe(false)
        expect(await status(shop, account)).toBe('Not Started')
      }
      expect(await walletsOf(shop)).toEqual([first])
    })

    test('of the accounts that a page names, the one that was shown has a row from the start, and no other', async () => {
      const session = await visit(shop, 'starts@example.com', '', { accounts: [second, third] })
      expect(await status(shop, second)).toBe('Verification Started')
      expect(await status(shop, third)).toBe('Not Started')
      await walks.identified(session)
      await walks.minted(session)
      expect(await isGrant(shop, second)).toBe(false)
      await agree(session, second)
      expect(await isGrant(shop, second)).toBe(true)
      expect(await isGrant(shop, third)).toBe(false)
    })

    test('a further account needs its own yes, to the account that was shown', async () => {
      const other = wallet('4')
      const session = await visit(shop, 'passed@example.com', other)
      await expect(agree(session, first)).rejects.toMatchObject({ code: 'account.changed' })
      expect(await isGrant(shop, other)).toBe(false)
      await agree(session, other)
      expect(await isGrant(shop, other)).toBe(true)
      expect(await status(shop, other)).toBe('KYC Passed')
      expect(await walks.stepOf(session)).toMatchObject({
        name: 'done',
        finished: { verifiedAddress: other },
      })
      expect(await walletsOf(shop)).toEqual(expect.arrayContaining([first, other]))
    })

    test('a page that changes its account after the agreement has to have it agreed to', async () => {
      const [shown, swapped] = [wallet('5'), wallet('6')]
      const session = await visit(shop, 'swapped@example.com', shown)
      await nameAccounts(world, session, { accounts: [swapped] })
      expect(await walks.stepOf(session)).toMatchObject({
        name: 'authorize',
        again: true,
        account: { value: swapped },
      })
      expect(await status(shop, swapped)).toBe('Not Started')
      const changed = await selectSession(journeyTablesOf(world), session.id)
      await authorize(world, changed, { account: swapped, ssiWallet: wallet('c'), commitment: '5' })
      expect(await status(shop, swapped)).toBe('Verification Started')
    })

    test('a result that was shared for one account is not said of another that was only agreed to', async () => {
      const [left, taken] = [wallet('7'), wallet('8')]
      await visit(shop, 'two@example.com', left)
      const session = await visit(shop, 'two@example.com', taken)
      await walks.identified(session)
      await walks.share(session)
      expect(await status(shop, taken)).toBe('KYC Passed')
      expect(await status(shop, left)).toBe('SBT Minted')
      expect(await isGrant(shop, left)).toBe(false)
    })

    test('who is verified no longer can give it to no further account', async () => {
      const session = await visit(shop, 'revoked@example.com', wallet('9'))
      await walks.identified(session)
      await walks.share(session)
      const { journey } = await loadState(world, session.journeyId)
      await revokePerson(world, journey)
      const again = await visit(shop, 'revoked@example.com', wallet('a'))
      expect(await walks.stepOf(again)).toMatchObject({
        name: 'failed',
        reason: 'grant.ended',
        retry: 'none',
      })
      await expect(agree(again, wallet('a'))).rejects.toMatchObject({ code: 'step.other' })
      expect(await isGrant(shop, wallet('9'))).toBe(false)
      expect(await isGrant(shop, wallet('a'))).toBe(false)
    })

    test.each([
      ['Solana', 'solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
      ['TON', 'ton', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
    ])(
      'an account of %s is found by its lower-cased form, by the keyless check',
      async (_, chainId, account) => {
        const session = await visit(shop, `${chainId}@example.com`, account, { chainId })
        await walks.identified(session)
        await walks.share(session)
        expect(await isGrant(shop, account)).toBe(true)
        expect(await isGrant(shop, account.toLowerCase())).toBe(true)
        expect(await isGrant(shop, account.toUpperCase())).toBe(false)
        expect(await status(shop, account, chainId)).toBe('KYC Passed')
      },
    )

    test('what happened to an account is written for good', async () => {
      const db = tablesOf(world.kyc)
      const fingerprint = accountFingerprint(world.vault, first)
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
      vote = await place({ kind: 'MeID' })
      const allowedDomains = ['https://shop.example']
      const { programNo } = await createProgram(world.kyc, {
        ...{
          mchNo: vote.mchNo,
          name: 'Poll',
          kind: 'MeID',
          active: true,
          allowedDomains,
          meidRebindDays: 60,
        },
      })
      const program = await selectProgramByNo(tablesOf(world.kyc), programNo)
      if (!program) throw new Error('no program')
      poll = { mchNo: vote.mchNo, program }
      const session = await visit(vote, email, first)
      await walks.alive(session)
      await walks.share(session)
    })

    test('one person has one account over all of a merchant’s programs', async () => {
      expect(await isBound(vote, first)).toBe(true)
      for (const at of [vote, poll]) {
        const session = await visit(at, email, second)
        expect(await walks.stepOf(session)).toMatchObject({
          name: 'consent',
          account: second,
          bound: { account: '0x11…11', movableAt: 0 },
        })
        await expect(agree(session, second)).rejects.toMatchObject({ code: 'account.bound-elsewhere' })
        expect(await isBound(at, second)).toBe(false)
        expect(await isGrant(at, second)).toBe(false)
      }
      const own = await visit(poll, email, first)
      await agree(own, first)
      expect(await isGrant(poll, first)).toBe(true)
    })

    test('it is moved once, which ends the old one; the longest time of all programs counts', async () => {
      const session = await visit(vote, email, second)
      await agree(session, second, true)
      expect(await isBound(vote, second)).toBe(true)
      expect(await isBound(vote, first)).toBe(false)
      for (const at of [vote, poll]) expect(await isGrant(at, first)).toBe(false)

      const movableAt = world.clock.now() + 60 * day
      anHourLater()
      const back = await visit(vote, email, first)
      const step = await walks.stepOf(back)
      expect(step).toMatchObject({ name: 'consent', bound: { account: '0x22…22' } })
      const told = (step as { bound: { movableAt: number } }).bound.movableAt
      expect(Math.abs(told - movableAt)).toBeLessThan(10_000)
      await expect(agree(back, first, true)).rejects.toMatchObject({ code: 'account.bound-moved-lately' })

      world.clock.set(told - 1000)
      const early = await visit(vote, email, third, { at: vote })
      world.clock.set(told)
      await agree(early, third, true)
      expect(await isBound(vote, third)).toBe(true)
      expect(await isBound(vote, second)).toBe(false)
    })

    test('two accounts at the same moment: one of them is bound', async () => {
      const sessions = [await visit(vote, 'twice@example.com', wallet('b'))]
      await walks.alive(sessions[0] as Visit)
      await walks.minted(sessions[0] as Visit)
      sessions.push(await visit(vote, 'twice@example.com', wallet('c')))
      const results = await Promise.allSettled([
        agree(sessions[0] as Visit, wallet('b')),
        agree(sessions[1] as Visit, wallet('c')),
      ])
      const bound = [await isBound(vote, wallet('b')), await isBound(vote, wallet('c'))]
      expect(bound.filter(Boolean)).toHaveLength(1)
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    })
  })

  describe('proof of a wallet', () => {
    const owner = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const onChain = { checks: [], mintMode: 'on-chain-mint', chainId: '137' } as const

    test('is the server’s decision: a program that puts results on a chain asks, whatever the page says', async () => {
      const shop = await place(onChain)
      expect(shop.program.walletProof).toBe('required')
      const session = await world.openAuthorized({ at: shop, accounts: [owner.address], checkAddress: false })
      await askForCode(world, session, { email: 'proves@example.com', ip: '10.9.0.1' })
      await giveCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
      expect((await viewOf(world, session)).step).toEqual({
        name: 'check-address',
        account: owner.address.toLowerCase(),
      })
      expect(await status(shop, owner.address)).toBe('Not Started')

      const logged = await selectSession(journeyTablesOf(world), session.id)
      const { id, request } = await askForAddress(world, logged, { account: owner.address })
      const message = 'message' in request ? String(request.message) : ''
      const signature = await owner.signMessage({ message })
      await answerAddress(world, logged, { id, answer: { family: 'evm', signature } })
      expect((await viewOf(world, session)).step.name).toBe('document')
      expect(await status(shop, owner.address)).toBe('Verification Started')
    })

    test('of one account is none of the next one', async () => {
      const shop = await place({ checks: [], walletProof: 'required' })
      const session = await world.openAuthorized({ at: shop, accounts: [owner.address] })
      await askForCode(world, session, { email: 'proves.two@example.com', ip: '10.9.0.2' })
      await giveCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
      const logged = await selectSession(journeyTablesOf(world), session.id)
      const { id, request } = await askForAddress(world, logged, { account: owner.address })
      const signature = await owner.signMessage({ message: String((request as { message: string }).message) })
      await answerAddress(world, logged, { id, answer: { family: 'evm', signature } })
      const proven = await selectSession(journeyTablesOf(world), session.id)

      const swapped = await nameAccounts(world, proven, { accounts: [third] })
      await authorize(world, swapped, { account: third, ssiWallet: wallet('c'), commitment: '6' })
      expect((await viewOf(world, session)).step).toEqual({ name: 'check-address', account: third })
      expect(await status(shop, third)).toBe('Not Started')
    })

    test('a key that has signed is the same on another chain of its family', async () => {
      const shop = await place({ checks: [], walletProof: 'required' })
      const session = await world.openAuthorized({ at: shop, accounts: [owner.address] })
      await askForCode(world, session, { email: 'switches.chain@example.com', ip: '10.9.0.3' })
      await giveCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
      const logged = await selectSession(journeyTablesOf(world), session.id)
      const { id, request } = await askForAddress(world, logged, { account: owner.address })
      const signature = await owner.signMessage({ message: String((request as { message: string }).message) })
      await answerAddress(world, logged, { id, answer: { family: 'evm', signature } })
      await switchChain(world, await selectSession(journeyTablesOf(world), session.id), { chainId: '8453' })
      const switched = await selectSession(journeyTablesOf(world), session.id)
      expect((await viewOf(world, switched)).step).toMatchObject({ name: 'authorize', checkAddress: false })
      await authorize(world, switched, { account: owner.address, ssiWallet: wallet('c'), commitment: '7' })
      expect((await viewOf(world, session)).step.name).toBe('document')
    })

    test('a contract that vouched on one chain has not done so on another', async () => {
      const shop = await place({ checks: [], walletProof: 'required' })
      const session = await world.openAuthorized({ at: shop, accounts: [wallet('5')] })
      await askForCode(world, session, { email: 'contract@example.com', ip: '10.9.0.4' })
      await giveCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
      const current = () => selectSession(journeyTablesOf(world), session.id)
      const { id } = await askForAddress(world, await current(), { account: wallet('5') })
      await answerAddress(world, await current(), { id, answer: { family: 'evm', signature: '0x01' } })
      expect((await viewOf(world, session)).step.name).toBe('document')
      await switchChain(world, await current(), { chainId: '8453' })
      expect((await viewOf(world, session)).step).toMatchObject({ name: 'authorize', checkAddress: true })
      const device = { ssiWallet: wallet('c'), commitment: '9' }
      await authorize(world, await current(), { account: wallet('5'), ...device })
      expect((await viewOf(world, session)).step.name).toBe('check-address')
      expect(await status(shop, wallet('5'), '8453')).toBe('Not Started')
    })

    test('an account that can’t sign is refused on the first page', async () => {
      const shop = await place(onChain)
      const opened = await world.open({ at: shop })
      const named = await nameAccounts(world, opened.session, { accounts: ['ada@example.com'] })
      expect((await viewOf(world, named)).step).toMatchObject({
        name: 'authorize',
        problem: 'evm-wallet-needed',
        needs: ['signMessage'],
      })
      const device = { ssiWallet: wallet('c'), commitment: '8' }
      const refused = authorize(world, named, { account: 'ada@example.com', ...device })
      await expect(refused).rejects.toMatchObject({ code: 'account.evm-wallet-needed' })
    })
  })

  describe('the merchant’s chain', () => {
    const onChain = {
      checks: [],
      mintMode: 'on-chain-mint',
      chainId: '137',
      walletProof: 'when-asked',
    } as const
    const usersOnChain = () => granted.map(({ user }) => user)

    test('a grant goes to the account that was agreed to, not to the one that was named last', async () => {
      const shop = await place(onChain)
      const session = await visit(shop, 'minted@example.com', wallet('d'))
      await walks.identified(session)
      await walks.minted(session)
      // Somebody opens another page for this person, and names a wallet there without a consent.
      await visit(shop, 'minted@example.com', wallet('e'))
      await walks.settled()
      await advance(world, session.journeyId)
      expect(usersOnChain()).toContain(wallet('d'))
      expect(usersOnChain()).not.toContain(wallet('e'))
      expect(await status(shop, wallet('d'))).toBe('OnChain Minted')
      expect(await status(shop, wallet('e'))).toBe('SBT Minted')
      await agree(session, wallet('d'))
      expect(await isGrant(shop, wallet('d'))).toBe(true)
    })

    test('a further account is granted when the chain knows it, and not before', async () => {
      const shop = await place(onChain)
      const session = await visit(shop, 'further@example.com', wallet('d'))
      await walks.identified(session)
      await walks.minted(session)
      await advance(world, session.journeyId)
      await agree(session, wallet('d'))
      granted.length = 0
      const other = await visit(shop, 'further@example.com', wallet('f'))
      expect(usersOnChain()).toEqual([])
      chainIsUp = false
      await agree(other, wallet('f'))
      await walks.settled()
      expect(await walks.stepOf(other)).toMatchObject({ name: 'working' })
      expect(await isGrant(shop, wallet('f'))).toBe(false)
      chainIsUp = true
      await advance(world, other.journeyId)
      expect(usersOnChain()).toContain(wallet('f'))
      expect(await isGrant(shop, wallet('f'))).toBe(true)
      expect(await status(shop, wallet('f'))).toBe('KYC Passed')
      expect(await walks.stepOf(other)).toMatchObject({ name: 'done' })
    })

    test('a wallet whose own transaction was approved is not replaced by another', async () => {
      const transactional = {
        ...{ kind: 'PoAI', checks: [], rules: {}, chainId: '8453' },
        mintMode: 'on-chain-transactional',
      } as const
      const fund = await place(transactional)
      expect(fund.program.walletProof).toBe('required')
      const session = await visit(fund, 'fund@example.com', wallet('d'), { chainId: '8453' })
      // The transaction itself will show whose wallet it is: no signature is asked for besides.
      expect(await walks.stepOf(session)).toMatchObject({ name: 'investor' })
      await walks.accredited(session)
      await walks.minted(session)
      const token = { chainId: '8453', tokenId: '9' }
      const { journeyId } = session
      await moveJourney(world.kyc, { journeyId, to: 'OnChain Minted', actor: 'server', token })
      await agree(session, wallet('d'))
      const other = await visit(fund, 'fund@example.com', wallet('e'), { chainId: '8453' })
      expect(await walks.stepOf(other)).toMatchObject({
        name: 'consent',
        bound: { account: '0xdd…dd', movableAt: null },
      })
      await expect(agree(other, wallet('e'), true)).rejects.toMatchObject({ code: 'account.bound-on-chain' })
    })
  })
})
