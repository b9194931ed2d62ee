import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
  startOfTest,
} from '../../../../test/support/kyc-world.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { walkTo } from '../../../../test/support/walk.ts'
import { tablesOf } from '../context.ts'
import { selectMerchantWithPrograms } from '../credentials/access-store.ts'
import type { AccountInput } from '../journeys/account.ts'
import { moveJourney } from '../journeys/move-journey.ts'
import { startJourney } from '../journeys/start-journey.ts'
import { movesFrom, statusesOf } from '../journeys/statuses.ts'
import { getAccreditedInvestor } from './accredited-investor.ts'
import { getAddressProof } from './address-proof.ts'
import { checkGrant, checkMeidBinding } from './check-grant.ts'
import { getKycResult } from './kyc-result.ts'
import { listUsers } from './list-users.ts'
import { selectStatistics } from './statistics-store.ts'

const wallet = '0xAbCdef0123456789aBcDEF0123456789abcdef01'
const minute = 60_000

onBothEngines('results', (suite) => {
  const begin = async (program: Parameters<typeof createMerchantWithProgram>[1] = {}) => {
    const world = await createKycWorld(suite.database)
    return { world, ...(await createMerchantWithProgram(world, program)) }
  }
  const onPolygon: AccountInput = { kind: 'wallet', chainId: '137', value: wallet }

  test('returns false for configured checks and null for all other checks if an account has never started a journey', async () => {
    const { world, program } = await begin({ checks: ['age', 'sanction'] })
    expect(await getKycResult(world, { program, account: wallet, chainId: '137' })).toEqual({
      svc_id: '',
      kycStatus: 'Not Started',
      kycCompleteTimeUnix: '',
      ssiAddress: '',
      verifierValues: { sanction: false, age: false, citizenship: null, location: null, unique: null },
    })
  })

  test("finds a passed account by wallet in any letter case, by e-mail and by the merchant's identifier", async () => {
    const { world, program } = await begin()
    const accounts: AccountInput[] = [onPolygon, { kind: 'other', value: 'Cust-1' }]
    const { svcId } = await walkTo(world, program, {
      login: 'Passed@Example.com',
      accounts,
      to: 'KYC Passed',
    })
    const expected = {
      svc_id: svcId,
      kycStatus: 'KYC Passed',
      // Each step takes one minute. The soulbound token is minted in the fourth.
      kycCompleteTimeUnix: String(startOfTest + 4 * minute),
      ssiAddress: `0x${'5'.repeat(40)}`,
      verifierValues: { sanction: true, age: true, citizenship: true, location: true, unique: true },
    }
    for (const account of [wallet, wallet.toLowerCase(), 'passed@example.com', 'Cust-1']) {
      expect(await getKycResult(world, { program, account, chainId: '137' }), account).toEqual(expected)
    }
    const other = await getKycResult(world, { program, account: 'cust-1', chainId: '137' })
    expect(other.kycStatus, "preserves the letter case of a merchant's identifier").toBe('Not Started')
  })

  test('filters wallets by chain, but not other accounts', async () => {
    const { world, program } = await begin()
    const accounts: AccountInput[] = [onPolygon, { kind: 'other', value: 'cust-2' }]
    await walkTo(world, program, { login: 'chains@example.com', accounts, to: 'OCR Passed' })
    const status = async (account: string, chainId: string) =>
      (await getKycResult(world, { program, account, chainId })).kycStatus
    expect(await status(wallet, '137')).toBe('OCR Passed')
    expect(await status(wallet, '1')).toBe('Not Started')
    expect(await status('cust-2', '1')).toBe('OCR Passed')
    expect(await status('chains@example.com', 'solana')).toBe('OCR Passed')
    await expect(status(wallet, '2')).rejects.toMatchObject({ kind: 'chainNotSupported' })
  })

  test('returns false for a failed check and returns nothing to another merchant', async () => {
    const { world, program } = await begin()
    const stranger = await createMerchantWithProgram(world)
    const input = { login: 'failed@example.com', accounts: [onPolygon], failedChecks: ['age'] }
    const { journeyId } = await walkTo(world, program, { ...input, to: 'ZKP Generated' })
    await moveJourney(world, {
      journeyId,
      to: 'Verification Failed',
      actor: 'test',
      reasonCode: 'age.below-limit',
    })
    const result = await getKycResult(world, { program, account: wallet, chainId: '137' })
    expect(result).toMatchObject({
      kycStatus: 'Verification Failed',
      verifierValues: { age: false, sanction: true },
    })
    const theirs = await getKycResult(world, { program: stranger.program, account: wallet, chainId: '137' })
    expect(theirs.kycStatus).toBe('Not Started')
  })

  test("prevents people from hiding a result by starting a journey with another person's account", async () => {
    const { world, program } = await begin()
    const honest = await walkTo(world, program, {
      login: 'honest@example.com',
      accounts: [onPolygon],
      to: 'KYC Passed',
    })
    world.clock.advance(minute)
    await walkTo(world, program, { login: 'squatter@example.com', accounts: [onPolygon], to: 'OCR Passed' })
    const result = await getKycResult(world, { program, account: wallet, chainId: '137' })
    expect(result).toMatchObject({ svc_id: honest.svcId, kycStatus: 'KYC Passed' })
  })

  test('returns one address proof record, or one per chain if there are tokens on several chains', async () => {
    const { world, program } = await begin({ kind: 'PoA' })
    expect(await getAddressProof(world, { program, account: wallet })).toEqual([
      {
        completedTimeUnix: '',
        ssiAddress: '',
        status: 'Not Started',
        verifierValues: { countryRegion: false },
        svcId: '',
      },
    ])
    const { svcId, journeyId } = await walkTo(world, program, {
      login: 'poa@example.com',
      accounts: [onPolygon],
      to: 'Verification Passed',
    })
    const record = {
      completedTimeUnix: String(startOfTest + 4 * minute),
      ssiAddress: `0x${'5'.repeat(40)}`,
      status: 'Verification Passed',
      verifierValues: { countryRegion: true },
      svcId,
    }
    expect(await getAddressProof(world, { program, account: wallet })).toEqual([record])
    const minted = {
      journey_id: journeyId,
      chain_id: '8453',
      token_id: '8',
      minted_at: new Date(startOfTest),
    }
    await tablesOf(world).insertInto('soulbound_token').values(minted).execute()
    expect(await getAddressProof(world, { program, account: wallet })).toEqual([record, record])
  })

  test('returns null until an investor starts a journey, and then the status on the wallet’s own chain only', async () => {
    const { world, program } = await begin({
      kind: 'PoAI',
      chainId: '8453',
      mintMode: 'on-chain-transactional',
    })
    const ask = (chainId: string) => getAccreditedInvestor(world, { program, account: wallet, chainId })
    expect(await ask('137')).toBeNull()
    for (const chainId of ['1', 'solana', '8453 ', '']) {
      await expect(ask(chainId)).rejects.toMatchObject({ kind: 'chainNotSupported' })
    }
    const { svcId } = await walkTo(world, program, {
      login: 'ai@example.com',
      accounts: [onPolygon],
      to: 'OnChain Minted',
    })
    const record = {
      poaiCompletedTimeUnix: '',
      poaiStatus: 'OnChain Minted',
      ssiAddress: `0x${'5'.repeat(40)}`,
      svcId,
    }
    expect(await ask('137')).toEqual(record)
    expect(await ask('8453')).toBeNull()
  })

  test('reports a grant only after the result has been shared', async () => {
    const { world, program, mchNo } = await begin()
    const access = await selectMerchantWithPrograms(world, tablesOf(world), mchNo)
    const ask = (programNo?: string) =>
      checkGrant(world, { access, userAccount: wallet, ...(programNo === undefined ? {} : { programNo }) })
    const no = { isGrant: false, verifyTime: null, programNo: program.programNo }
    const { journeyId } = await walkTo(world, program, {
      login: 'g@example.com',
      accounts: [onPolygon],
      to: 'SBT Minted',
    })
    expect(await ask()).toEqual(no)
    world.clock.advance(minute)
    await moveJourney(world, { journeyId, to: 'KYC Passed', actor: 'test' })
    const yes = { isGrant: true, verifyTime: startOfTest + 5 * minute, programNo: program.programNo }
    expect(await ask()).toEqual(yes)
    expect(await ask(program.programNo)).toEqual(yes)
    expect(await ask('000000000000')).toEqual({ ...no, programNo: '000000000000' })
    expect(await checkGrant(world, { access: undefined, userAccount: wallet })).toEqual({
      ...no,
      programNo: '',
    })
  })

  test('binds a MeID only through a passed MeID program of that merchant', async () => {
    const { world, program, mchNo } = await begin({ kind: 'MeID' })
    const access = await selectMerchantWithPrograms(world, tablesOf(world), mchNo)
    const kyc = await createMerchantWithProgram(world)
    await walkTo(world, program, { login: 'm@example.com', accounts: [onPolygon], to: 'KYC Passed' })
    await walkTo(world, kyc.program, { login: 'm@example.com', accounts: [onPolygon], to: 'KYC Passed' })
    const others = await selectMerchantWithPrograms(world, tablesOf(world), kyc.mchNo)
    expect(await checkMeidBinding(world, { access, userAccount: wallet })).toBe(true)
    expect(await checkMeidBinding(world, { access, userAccount: '0x00' })).toBe(false)
    expect(await checkMeidBinding(world, { access: others, userAccount: wallet })).toBe(false)
    expect(await checkMeidBinding(world, { access: undefined, userAccount: wallet })).toBe(false)
  })

  test('counts people, not journeys, per UTC day and returns null if nobody is verified', async () => {
    const { world, program, merchantId } = await begin()
    const read = () => selectStatistics(tablesOf(world), merchantId)
    expect(await read()).toEqual({
      kyc_participants: 0,
      kyc_verified: 0,
      kyc_participants_daily: [],
      kyc_verified_daily: null,
      meid_count: 0,
    })
    world.clock.set(Date.UTC(2026, 10, 15, 23, 59))
    await walkTo(world, program, { login: 's1@example.com', to: 'KYC Passed' })
    await walkTo(world, program, { login: 's2@example.com', to: 'OCR Passed' })
    await walkTo(world, program, { login: 's1@example.com', to: 'Verification Started' })
    expect(await read()).toEqual({
      kyc_participants: 2,
      kyc_verified: 1,
      kyc_participants_daily: [
        { date: '2026-11-15', participants: 1 },
        { date: '2026-11-16', participants: 1 },
      ],
      kyc_verified_daily: [{ date: '2026-11-16', verified: 1 }],
      meid_count: 0,
    })
  })

  test('lists only identifiers of users who have shared a result, with the tokens on their chain', async () => {
    const { world, program } = await begin({ mintMode: 'on-chain-mint', chainId: '8453' })
    const accounts: AccountInput[] = [
      onPolygon,
      { kind: 'wallet', chainId: '8453', value: '0x01' },
      { kind: 'wallet', chainId: 'solana', value: 'So1' },
      { kind: 'other', value: 'cust-9' },
    ]
    const passed = await walkTo(world, program, { login: 'P@example.com', accounts, to: 'KYC Passed' })
    world.clock.advance(minute)
    const halfway = await walkTo(world, program, {
      login: 'h@example.com',
      accounts: [onPolygon],
      to: 'OCR Passed',
    })
    const page = await listUsers(world, { program, page: 1 })
    expect(page).toMatchObject({ total: 2, totalPage: 1 })
    expect(page.users[0]).toMatchObject({
      svcId: halfway.svcId,
      status: 'OCR Passed',
      completedTimeUnix: '',
      clientUserIdentifier: [],
    })
    expect(page.users[1]).toMatchObject({
      svcId: passed.svcId,
      svcAccount: 'p@example.com',
      completedTimeUnix: String(startOfTest + 6 * minute),
    })
    const identifiers = page.users[1]?.clientUserIdentifier ?? []
    expect(new Set(identifiers)).toEqual(
      new Set([
        {
          blockchainId: 137,
          network: 'Polygon',
          tokenId: '7',
          userId: '',
          walletAddress: wallet.toLowerCase(),
        },
        { blockchainId: 8453, network: 'Base', tokenId: '7', userId: '', walletAddress: '0x01' },
        { blockchainId: 1000301, network: 'Solana', tokenId: '', userId: '', walletAddress: 'So1' },
        { blockchainId: 8453, network: 'Base', tokenId: '7', userId: 'cust-9', walletAddress: '' },
      ]),
    )
    expect(await listUsers(world, { program, page: 2 })).toEqual({ total: 2, totalPage: 1, users: [] })
  })

  test('pages through users by newest activity and then svcId, after random actions', async () => {
    const world: KycWorld = { ...(await createKycWorld(suite.database)), bucketCapacity: 7 }
    const { program } = await createMerchantWithProgram(world)
    const statuses = statusesOf(program)
    const activity = new Map<string, number>()
    const step = fc.record({
      person: fc.integer({ min: 0, max: 129 }),
      ticks: fc.integer({ min: 0, max: 2 }),
    })
    expect(await listUsers(world, { program, page: 1 })).toEqual({ total: 0, totalPage: 0, users: [] })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 90 }), async (steps) => {
        for (const { person, ticks } of steps) {
          world.clock.advance(ticks)
          const { journeyId, svcId, status, resumed } = await startJourney(world, {
            programNo: program.programNo,
            login: `list-${person}@example.com`,
            ssiWallet: '0x',
            actor: 'test',
          })
          const [to] = movesFrom(statuses, status)
          if (resumed && to === undefined) continue
          if (resumed && to !== undefined) {
            await moveJourney(world, {
              journeyId,
              to,
              actor: 'test',
              token: { chainId: '137', tokenId: '1' },
            })
          }
          activity.set(svcId, world.clock.now())
        }
        const expected = [...activity]
          .sort(([idA, timeA], [idB, timeB]) => timeB - timeA || (idA < idB ? -1 : 1))
          .map(([svcId]) => svcId)
        const pages = Math.ceil(expected.length / 50)
        const seen: string[] = []
        for (let page = 1; page <= pages; page++) {
          const { users, total, totalPage } = await listUsers(world, { program, page })
          expect({ total, totalPage }).toEqual({ total: expected.length, totalPage: pages })
          seen.push(...users.map((user) => user.svcId))
        }
        expect(seen).toEqual(expected)
        expect((await listUsers(world, { program, page: pages + 1 })).users).toEqual([])
      }),
      { numRuns: runs(5) },
    )
  })
})
