import { revocationHandleOf } from '@touchstone/credential'
import { byCommandLine, createProgram, selectAudit, tablesOf } from '@touchstone/kyc'
import { endingsInForce, endRelationship, liftEnding } from '@touchstone/verification'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { registerOnChain } from '../../packages/verification/src/on-chain/register-on-chain.ts'
import { upsertCredential } from '../../packages/verification/src/people/credential-store.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { programOnChain } from '../../packages/verification/src/program-on-chain.ts'
import { finishRevocation } from '../../packages/verification/src/revocation/finish-revocation.ts'
import { holdToEndings } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { moveToDevice, reissueAll } from '../../packages/verification/src/revocation/move-to-device.ts'
import { selectOpenRevocations } from '../../packages/verification/src/revocation/revocation-store.ts'
import { withdraw } from '../../packages/verification/src/revocation/withdraw.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startRealChain } from '../support/real-chain.ts'

// A merchant ends the relationship with a person. The person must not pass the merchant's contract check
// until the person agrees again or the ending is lifted, regardless of which credential the proof is made
// from and which wallet sends it.

onOneEngine('server', 'endings by a merchant on a chain', (suite) => {
  let chain: Awaited<ReturnType<typeof startRealChain>>
  let here: AccountWorld
  let bank: Place
  let branch: Place
  let club: Place
  let wallets: Address[]
  const onChain = {
    checks: [],
    mintMode: 'on-chain-mint',
    walletProof: 'when-asked',
    chainId: '137',
  } as const

  beforeAll(async () => {
    chain = await startRealChain()
    here = await createAccountWorld(suite.database, { chains: chain.chains })
    bank = await here.place(onChain)
    branch = await secondProgramOf(bank)
    club = await here.place(onChain)
    wallets = await chain.accounts()
    for (const at of [bank, branch, club]) await register(at)
  })
  afterAll(() => chain?.stop())

  async function secondProgramOf({ mchNo }: Place): Promise<Place> {
    const input = {
      mchNo,
      name: 'Second program',
      kind: 'KYC',
      active: true,
      ...onChain,
      checks: [],
    } as const
    return { mchNo, program: await createProgram(here.world.kyc, input, byCommandLine) }
  }
  const register = ({ mchNo, program }: Place) =>
    registerOnChain(here.world, { program, merchant: { mchNo } })
  const numbersOf = ({ mchNo, program }: Place) => programOnChain(mchNo, program)
  const passes = (at: Place, wallet: string) => chain.verify(numbersOf(at).cooperator, wallet as Address)
  const wallet = (index: number) => wallets[index] as Address

  async function untilStep(session: Visit, name: string): Promise<void> {
    const isThere = async () => {
      await advance(here.world, session.journeyId)
      return (await here.walks.stepOf(session)).name === name
    }
    await waitUntil(isThere, 10_000, `the step "${name}"`)
  }

  async function verified(at: Place, email: string, account: string): Promise<Visit> {
    const session = await here.visit(at, email, account)
    if ((await here.walks.stepOf(session)).name === 'document') {
      await here.walks.identified(session)
      await here.walks.proven(session)
    }
    await untilStep(session, 'consent')
    await share(session, account)
    return session
  }

  async function share(session: Visit, account: string): Promise<void> {
    await consent(here.world, session, { granted: true, account })
    await untilStep(session, 'done')
  }

  const journeyOf = async ({ journeyId }: Visit) => (await loadState(here.world, journeyId)).journey
  async function credentialIdOf(session: Visit): Promise<bigint> {
    const { personId } = await journeyOf(session)
    return BigInt((await heldCredentials(here.world, personId, 'all')).at(-1)?.credential.credentialId ?? 0)
  }
  function handleAt(credentialId: bigint, at: Place): bigint {
    const { merchant, program } = numbersOf(at)
    return revocationHandleOf(credentialId, merchant, program)
  }
  const approve = (from: Address, at: Place, credentialId: bigint) =>
    chain.approve(from, numbersOf(at), handleAt(credentialId, at))

  async function end(session: Visit, at: Place, programNo?: string): Promise<void> {
    const { svcId } = await journeyOf(session)
    here.world.clock.advance(1000)
    const of = { mchNo: at.mchNo, svcId, ...(programNo !== undefined && { programNo }) }
    await endRelationship(here.world, of, byCommandLine)
    await finishAll()
  }
  async function finishAll(): Promise<void> {
    for (const id of await selectOpenRevocations(journeyTablesOf(here.world)))
      await finishRevocation(here.world, id)
  }
  /**
   * Issues the person's credential again, as would happen for another merchant's program. Returns the new
   * credential's id.
   */
  async function renewed(session: Visit): Promise<bigint> {
    const { personId } = await journeyOf(session)
    const db = journeyTablesOf(here.world)
    const { commitment } = (await selectPersonFile(db, personId)) ?? {}
    const issued = await reissueAll(here.world, personId, commitment ?? '')
    const credentialIds = issued.map(({ credential }) => credential.credentialId)
    await db.transaction().execute(async (tables) => {
      for (const credential of issued) await upsertCredential(tables, credential)
      await holdToEndings(here.world, tables, { personId, credentialIds })
    })
    await finishAll()
    return await credentialIdOf(session)
  }

  /** Moves the person to a new device, as a face match does. Returns the new credential's id. */
  async function moved(session: Visit, device: string): Promise<bigint> {
    const { personId } = await journeyOf(session)
    const commitment = String(BigInt(`0x${Buffer.from(device).toString('hex')}`))
    const target = { ssiWallet: walletOf('d'), commitment }
    const move = await moveToDevice(here.world, personId, target, bank.program.merchantId)
    await journeyTablesOf(here.world)
      .transaction()
      .execute(async (db) => holdToEndings(here.world, db, { personId, ...(await move(db)) }))
    expect((await selectPersonFile(journeyTablesOf(here.world), personId))?.commitment).toBe(commitment)
    await finishAll()
    return await credentialIdOf(session)
  }

  test('rejects proofs made before and after the ending, from any wallet, in all programs of the merchant', async () => {
    const session = await verified(bank, 'ended@example.com', walletOf('1'))
    await verified(club, 'ended@example.com', walletOf('1'))
    const credential = await credentialIdOf(session)
    await approve(wallet(0), bank, credential)
    expect([await passes(bank, walletOf('1')), await passes(bank, wallet(0))]).toEqual([true, true])
    const prepared = await chain.prove(wallet(1), numbersOf(bank), handleAt(credential, bank))

    await end(session, bank)
    expect([await passes(bank, walletOf('1')), await passes(bank, wallet(0))]).toEqual([false, false])
    await expect(chain.send(prepared)).rejects.toThrow('CredentialRevoked')
    await expect(approve(wallet(2), bank, credential)).rejects.toThrow('CredentialRevoked')
    await expect(approve(wallet(2), branch, credential)).rejects.toThrow('CredentialRevoked')
    // Other merchants are not affected.
    expect(await passes(club, walletOf('1'))).toBe(true)
    await approve(wallet(2), club, credential)
    expect(await passes(club, wallet(2))).toBe(true)

    // A program that is registered on the chain later rejects the person, too.
    const late = await secondProgramOf(bank)
    await register(late)
    await finishAll()
    await expect(approve(wallet(2), late, credential)).rejects.toThrow('CredentialRevoked')
  })

  test('rejects credentials issued after the ending, and accepts the person after a new consent', async () => {
    const session = await verified(bank, 'returns@example.com', walletOf('2'))
    const first = await credentialIdOf(session)
    await end(session, bank)
    const second = await renewed(session)
    expect(second).not.toBe(first)
    await expect(approve(wallet(3), bank, second)).rejects.toThrow('CredentialRevoked')
    await approve(wallet(3), club, second)

    const again = await here.visit(bank, 'returns@example.com', walletOf('2'))
    await untilStep(again, 'consent')
    await share(again, walletOf('2'))
    await finishAll()
    expect(await passes(bank, walletOf('2'))).toBe(true)
    const third = await credentialIdOf(session)
    expect(third).not.toBe(second)
    await approve(wallet(3), bank, third)
    expect(await passes(bank, wallet(3))).toBe(true)
    await expect(approve(wallet(4), bank, second)).rejects.toThrow('CredentialRevoked')
    // The person has agreed again in one program, but not in the merchant's other program.
    await expect(approve(wallet(4), branch, third)).rejects.toThrow('CredentialRevoked')
  })

  test('rejects proofs only in the program in which the relationship was ended', async () => {
    const session = await verified(bank, 'one@example.com', walletOf('3'))
    const credential = await credentialIdOf(session)
    await end(session, bank, bank.program.programNo)
    await expect(approve(wallet(5), bank, credential)).rejects.toThrow('CredentialRevoked')
    await approve(wallet(5), branch, credential)
    expect(await passes(branch, wallet(5))).toBe(true)
  })

  test('accepts only credentials issued after the ending was lifted', async () => {
    const session = await verified(bank, 'lifted@example.com', walletOf('4'))
    const first = await credentialIdOf(session)
    await end(session, bank)
    const { svcId } = await journeyOf(session)
    const which = { mchNo: bank.mchNo, svcId }
    const ended = async () => (await endingsInForce(here.world, which)).map(({ programNo }) => programNo)
    const both = [bank, branch].map(({ program }) => program.programNo)
    expect(await ended()).toEqual(expect.arrayContaining(both))
    await liftEnding(here.world, which, byCommandLine)
    expect(await ended()).toEqual([])
    const again = liftEnding(here.world, which, byCommandLine)
    await expect(again).rejects.toMatchObject({ code: 'person.not-ended' })
    const { merchantId } = bank.program
    const [entry] = await selectAudit(tablesOf(here.world.kyc), { merchantId, limit: 1 })
    expect(entry).toMatchObject({ action: 'people.ending-lifted', target: svcId })
    await expect(approve(wallet(6), bank, first)).rejects.toThrow('CredentialRevoked')
    const second = await moved(session, 'tablet')
    await approve(wallet(6), bank, second)
    expect(await passes(bank, wallet(6))).toBe(true)
  })

  test('issues new credentials to a person who agrees again after the ending was lifted', async () => {
    const session = await verified(bank, 'lifted.returns@example.com', walletOf('6'))
    const first = await credentialIdOf(session)
    await end(session, bank)
    const { svcId } = await journeyOf(session)
    await liftEnding(here.world, { mchNo: bank.mchNo, svcId }, byCommandLine)
    const again = await here.visit(bank, 'lifted.returns@example.com', walletOf('6'))
    await untilStep(again, 'consent')
    await share(again, walletOf('6'))
    await finishAll()
    const second = await credentialIdOf(session)
    expect(second).not.toBe(first)
    expect(await passes(bank, walletOf('6'))).toBe(true)
  })

  test('revokes the previous device’s proofs at all merchants after a move', async () => {
    const session = await verified(bank, 'lost@example.com', walletOf('5'))
    const lost = await credentialIdOf(session)
    await approve(wallet(7), bank, lost)
    const prepared = await chain.prove(wallet(8), numbersOf(club), handleAt(lost, club))
    const renewed = await moved(session, 'watch')
    expect(await passes(bank, wallet(7))).toBe(false)
    await expect(chain.send(prepared)).rejects.toThrow('CredentialRevoked')
    // The operator's grant is based on the token, which does not change.
    expect(await passes(bank, walletOf('5'))).toBe(true)
    await approve(wallet(8), club, renewed)
    expect(await passes(club, wallet(8))).toBe(true)
  })

  test('does not treat a withdrawal by the person as an ending by the merchant', async () => {
    const session = await verified(bank, 'withdrawn@example.com', walletOf('6'))
    const credential = await credentialIdOf(session)
    here.world.clock.advance(1000)
    await withdraw(here.world, session)
    await finishAll()
    expect(await passes(bank, walletOf('6'))).toBe(false)
    await approve(wallet(9), bank, credential)
    expect(await passes(bank, wallet(9))).toBe(true)
  })
})
