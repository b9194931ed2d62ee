import { cooperatorOf } from '@touchstone/chain'
import { revocationHandleOf } from '@touchstone/credential'
import {
  byCommandLine,
  defaultBucketCapacity,
  listUsers,
  rebuildRollups,
  selectAudit,
  tablesOf,
} from '@touchstone/kyc'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { expirePeople } from '../../packages/verification/src/expiry/expire-people.ts'
import { finishForgetting, forget } from '../../packages/verification/src/forget/forget-person.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { selectReceiptOf } from '../../packages/verification/src/journey/receipt-store.ts'
import { registerOnChain } from '../../packages/verification/src/on-chain/register-on-chain.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { programOnChain } from '../../packages/verification/src/program-on-chain.ts'
import { endRelationship } from '../../packages/verification/src/revocation/end-relationship.ts'
import { finishRevocation } from '../../packages/verification/src/revocation/finish-revocation.ts'
import {
  selectOpenEndings,
  selectOpenRevocations,
} from '../../packages/verification/src/revocation/revocation-store.ts'
import { revokePerson } from '../../packages/verification/src/revocation/revoke-person.ts'
import { withdraw } from '../../packages/verification/src/revocation/withdraw.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startRealChain } from '../support/real-chain.ts'

// The contracts must also reject a person whose results the service has revoked.

onOneEngine('server', 'revocation on a chain', (suite) => {
  let chain: Awaited<ReturnType<typeof startRealChain>>
  let here: AccountWorld
  let bank: Place
  let club: Place

  beforeAll(async () => {
    chain = await startRealChain()
    const gallery = async () =>
      ({
        remove: async () => 0,
        retire: async () => ({ removed: 0, isKept: false }),
        expire: async () => 0,
      }) as never
    here = await createAccountWorld(suite.database, { chains: chain.chains, checkers: { gallery } })
    const onChain = { checks: [], mintMode: 'on-chain-mint', walletProof: 'when-asked' } as const
    bank = await here.place({ ...onChain, chainId: '137' })
    club = await here.place({ ...onChain, chainId: '137' })
  })
  afterAll(() => chain?.stop())

  const cooperatorAt = ({ mchNo, program }: Place): Address =>
    cooperatorOf({ merchant: BigInt(mchNo.slice(1)), program: BigInt(program.programNo) })
  const passes = (at: Place, wallet: string) => chain.verify(cooperatorAt(at), wallet as Address)

  async function untilStep(session: Visit, name: string): Promise<void> {
    const isThere = async () => {
      await advance(here.world, session.journeyId)
      return (await here.walks.stepOf(session)).name === name
    }
    await waitUntil(isThere, 10_000, `the step "${name}"`)
  }

  /** Verifies a person at a merchant, and grants the result on the chain. */
  async function verified(at: Place, email: string, wallet: string): Promise<Visit> {
    const session = await here.visit(at, email, wallet)
    if ((await here.walks.stepOf(session)).name === 'document') {
      await here.walks.identified(session)
      await here.walks.proven(session)
    }
    await untilStep(session, 'consent')
    await consent(here.world, session, { granted: true, account: wallet })
    await untilStep(session, 'done')
    return session
  }

  async function handleAt({ journeyId }: Visit, at: Place): Promise<bigint> {
    const { journey } = await loadState(here.world, journeyId)
    const [held] = await heldCredentials(here.world, journey.personId, 'all')
    const { merchant, program } = programOnChain(at.mchNo, at.program)
    return revocationHandleOf(BigInt(held?.credential.credentialId ?? 0), merchant, program)
  }

  const open = () => selectOpenRevocations(journeyTablesOf(here.world))
  async function finishAll(): Promise<void> {
    for (const id of await open()) await finishRevocation(here.world, id)
  }

  test('rejects a listed person everywhere after a node outage, even with a proof unknown to the service', async () => {
    const wallet = walletOf('1')
    const session = await verified(bank, 'listed@example.com', wallet)
    await verified(club, 'other@example.com', walletOf('2'))
    const [own] = (await chain.accounts()) as [Address]
    const handles = [await handleAt(session, bank), await handleAt(session, club)] as const
    await chain.approve(own, programOnChain(bank.mchNo, bank.program), handles[0])
    expect([await passes(bank, wallet), await passes(bank, own)]).toEqual([true, true])

    chain.line.isCut = true
    const { journey } = await loadState(here.world, session.journeyId)
    await revokePerson(here.world, journey)
    expect(await here.isGrant(bank, wallet)).toBe(false)
    const finished = finishAll()
    await waitUntil(
      () => chain.line.refused > 0,
      10_000,
      'a call to be rejected because the connection is cut',
    )
    expect([await passes(bank, wallet), await passes(bank, own)]).toEqual([true, true])
    chain.line.isCut = false
    await finished

    expect([await passes(bank, wallet), await passes(bank, own)]).toEqual([false, false])
    expect(await open()).toEqual([])
    // The person is rejected at this merchant and at a merchant that the person has never visited.
    await expect(chain.approve(own, programOnChain(bank.mchNo, bank.program), handles[0])).rejects.toThrow(
      'CredentialRevoked',
    )
    await expect(chain.approve(own, programOnChain(club.mchNo, club.program), handles[1])).rejects.toThrow(
      'CredentialRevoked',
    )
    expect(await passes(club, walletOf('2'))).toBe(true)
  })

  test('publishes the revocation for a program that is registered on the chain later', async () => {
    const session = await verified(bank, 'before@example.com', walletOf('3'))
    const late = await here.place({ checks: [], mintMode: 'on-chain-mint', chainId: '137' })
    const handle = await handleAt(session, late)
    const { journey, merchant } = await loadState(here.world, session.journeyId)
    await revokePerson(here.world, journey)
    await finishAll()
    await registerOnChain(here.world, { program: late.program, merchant: { ...merchant, mchNo: late.mchNo } })
    await finishAll()
    const [, own] = (await chain.accounts()) as [Address, Address]
    await expect(chain.approve(own, programOnChain(late.mchNo, late.program), handle)).rejects.toThrow(
      'CredentialRevoked',
    )
  })

  test('publishes earlier revocations in a replacement contract', async () => {
    const session = await verified(bank, 'moved@example.com', walletOf('9'))
    const { journey, merchant } = await loadState(here.world, session.journeyId)
    await revokePerson(here.world, journey)
    await finishAll()
    const ask = (verifier?: Address) => {
      const chains = { ...here.world.chains, ...(verifier && { verifierAddress: async () => verifier }) }
      const of = { program: bank.program, merchant: { ...merchant, mchNo: bank.mchNo } }
      return registerOnChain({ ...here.world, chains }, of)
    }
    await ask()
    expect(await open(), 'the same contract already has the revocations').toEqual([])
    await ask(`0x${'77'.repeat(20)}`)
    const [again] = await open()
    const endings = await selectOpenEndings(journeyTablesOf(here.world), again ?? 0)
    expect(endings.length).toBeGreaterThan(0)
    expect(new Set(endings.map(({ kind }) => kind))).toEqual(new Set(['handle']))
    await finishAll()
  })

  test('completes the receipt for a deleted person once the chain has recorded the deletion', async () => {
    const wallet = walletOf('4')
    const session = await verified(bank, 'forgotten@example.com', wallet)
    const { journey } = await loadState(here.world, session.journeyId)
    const receipt = () => selectReceiptOf(journeyTablesOf(here.world), journey.personId)
    await forget(here.world, journey.personId, journey.svcId, 'user')
    expect(await receipt()).toMatchObject({ completedAt: null })
    await finishForgetting(here.world, (await receipt())?.receiptId ?? '')
    expect(await passes(bank, wallet)).toBe(false)
    expect((await receipt())?.completedAt).not.toBeNull()
  })

  describe('withdrawn consent', () => {
    const email = 'leaves@example.com'
    const wallet = walletOf('5')

    test('ends the merchant’s results everywhere, but not the results of other merchants', async () => {
      const atBank = await verified(bank, email, wallet)
      const atClub = await verified(club, email, wallet)
      const listed = (await here.listed(bank)).length
      here.world.clock.advance(1000)
      await withdraw(here.world, atBank)
      expect(await here.status(bank, wallet)).toBe('Not Started')
      expect(await here.status(bank, email)).toBe('Not Started')
      expect(await here.isGrant(bank, wallet)).toBe(false)
      expect(await here.listed(bank)).not.toContain(wallet)
      expect(await here.listed(bank)).toHaveLength(listed - 1)
      expect(await here.walks.stepOf(atBank)).toMatchObject({ name: 'withdrawn', complete: false })
      await finishAll()
      expect(await here.walks.stepOf(atBank)).toMatchObject({ name: 'withdrawn', complete: true })
      expect(await passes(bank, wallet)).toBe(false)

      expect(await here.isGrant(club, wallet)).toBe(true)
      expect(await here.status(club, wallet)).toBe('KYC Passed')
      expect(await passes(club, wallet)).toBe(true)
      const { journal } = await journalOf(atBank)
      expect(journal.at(-1)).toBe('KYC Passed')
      expect((await here.walks.stepOf(atClub)).name).toBe('done')
      await expect(withdraw(here.world, atBank)).rejects.toMatchObject({ code: 'step.other' })
    })

    test('allows the person to consent again, and writes a new grant', async () => {
      const again = await here.visit(bank, email, wallet)
      expect(await here.walks.stepOf(again)).toMatchObject({ name: 'consent' })
      expect(await here.status(bank, wallet)).toBe('Not Started')
      await consent(here.world, again, { granted: true, account: wallet })
      await untilStep(again, 'done')
      expect(await here.status(bank, wallet)).toBe('KYC Passed')
      expect(await here.listed(bank)).toContain(wallet)
      expect(await passes(bank, wallet)).toBe(true)
    })
  })

  test('ends a relationship only for the requesting merchant, including on the chain, and logs the ending', async () => {
    const [email, wallet] = ['ended@example.com', walletOf('e')]
    const atBank = await verified(bank, email, wallet)
    await verified(club, email, wallet)
    const { svcId } = (await loadState(here.world, atBank.journeyId)).journey
    const { mchNo, program } = bank
    const end = (of: { svcId: string; programNo?: string }) =>
      endRelationship(here.world, { mchNo, ...of }, byCommandLine)
    await expect(end({ svcId: 'nobody' })).rejects.toMatchObject({ code: 'person.unknown' })
    await expect(end({ svcId, programNo: club.program.programNo })).rejects.toThrow('program number')
    here.world.clock.advance(1000)
    await end({ svcId, programNo: program.programNo })
    expect(await here.status(bank, wallet)).toBe('Not Started')
    expect(await here.listed(bank)).not.toContain(wallet)
    await finishAll()
    expect([await passes(bank, wallet), await passes(club, wallet)]).toEqual([false, true])
    expect(await here.status(club, wallet)).toBe('KYC Passed')
    const [entry] = await selectAudit(tablesOf(here.world.kyc), { merchantId: program.merchantId, limit: 1 })
    expect(entry).toMatchObject({ action: 'people.ended', target: svcId })
  })

  test('removes the approval from the contract if the person never consents', async () => {
    const wallet = walletOf('7')
    const session = await here.visit(bank, 'silent@example.com', wallet)
    await here.walks.identified(session)
    await here.walks.proven(session)
    await untilStep(session, 'consent')
    // The chain is updated first: the transaction must exist before the person can share the result.
    expect(await passes(bank, wallet)).toBe(true)
    here.world.clock.advance(31 * 86_400_000)
    await expirePeople(here.world)
    await finishAll()
    expect(await passes(bank, wallet)).toBe(false)
  })

  test('stops sharing expired results and allows a new verification', async () => {
    const wallet = walletOf('6')
    const session = await verified(bank, 'late@example.com', wallet)
    here.world.clock.advance(366 * 86_400_000)
    await expirePeople(here.world)
    expect(await here.isGrant(bank, wallet)).toBe(false)
    await finishAll()
    expect(await passes(bank, wallet)).toBe(false)
    const again = await here.visit(bank, 'late@example.com', wallet)
    expect(again.journeyId).toBe(session.journeyId)
    expect((await here.walks.stepOf(again)).name).toBe('document')
    expect(await here.status(bank, wallet)).toBe('Verification Started')
  })

  test('lists a person only once if they withdraw and verify again a year later', async () => {
    const wallet = walletOf('8')
    const email = 'returns@example.com'
    const session = await verified(bank, email, wallet)
    const users = async () => (await listUsers(here.world.kyc, { program: bank.program, page: 1 })).total
    const before = await users()
    here.world.clock.advance(1000)
    await withdraw(here.world, session)
    expect(await users()).toBe(before - 1)
    here.world.clock.advance(366 * 86_400_000)
    await expirePeople(here.world)
    await finishAll()
    expect(await here.status(bank, wallet), 'an expiry does not restore the result').toBe('Not Started')
    expect(await users()).toBe(before - 1)
    const again = await here.visit(bank, email, wallet)
    expect((await here.walks.stepOf(again)).name).toBe('document')
    expect(await here.status(bank, wallet)).toBe('Verification Started')
    expect(await users()).toBe(before)
    const counted = await users()
    await tablesOf(here.world.kyc)
      .transaction()
      .execute((db) => rebuildRollups(db, defaultBucketCapacity))
    expect(await users(), 'rebuilding leaves a correct store unchanged').toBe(counted)
  })

  async function journalOf({ journeyId }: Visit): Promise<{ journal: string[] }> {
    const rows = await journeyTablesOf(here.world)
      .selectFrom('journal')
      .select('to_status as to')
      .where('journey_id', '=', journeyId)
      .orderBy('seq')
      .execute()
    return { journal: rows.map(({ to }) => to) }
  }
})

onOneEngine('server', 'withdrawn MeID', (suite) => {
  test('does not let people bypass the limit on moves by withdrawing consent', async () => {
    const here = await createAccountWorld(suite.database)
    const vote = await here.place({ kind: 'MeID' })
    const email = 'voter@example.com'
    const [first, second, third] = [walletOf('a'), walletOf('b'), walletOf('c')] as const
    const session = await here.visit(vote, email, first)
    await here.walks.alive(session)
    await here.walks.share(session)
    here.world.clock.advance(1000)
    await withdraw(here.world, session)
    expect(await here.isBound(vote, first)).toBe(false)

    // The first move is free, even without a withdrawal.
    const moved = await here.visit(vote, email, second)
    await here.agree(moved, second)
    expect(await here.isBound(vote, second)).toBe(true)
    here.world.clock.advance(1000)
    await withdraw(here.world, moved)
    const next = await here.visit(vote, email, third)
    expect(await here.walks.stepOf(next)).toMatchObject({ name: 'consent', bound: { account: '0xbb…bb' } })
    await expect(here.agree(next, third, true)).rejects.toMatchObject({ code: 'account.bound-moved-lately' })
    expect(await here.isBound(vote, third)).toBe(false)
    // The person can bind the previous account again at any time, even while moves are not allowed.
    const back = await here.visit(vote, email, second)
    await here.agree(back, second)
    expect(await here.isBound(vote, second)).toBe(true)
  })
})
