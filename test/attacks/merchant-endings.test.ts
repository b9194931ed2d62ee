import { byCommandLine, selectAudit, tablesOf } from '@touchstone/kyc'
import { endingsInForce, endRelationship, liftEnding } from '@touchstone/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import { holdToEndings } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { withdraw } from '../../packages/verification/src/revocation/withdraw.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { type AccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { type ChainWorld, createChainWorld, grantedOnChain } from '../support/chain-world.ts'
import { onOneEngine } from '../support/engines.ts'

// A merchant ends the relationship with a person. The person must not pass the merchant's contract check
// until the person agrees again or the ending is lifted, regardless of which credential the proof is made
// from and which wallet sends it.

onOneEngine('server', 'endings by a merchant on a chain', (suite) => {
  let on: ChainWorld
  let here: AccountWorld
  let bank: Place
  let branch: Place
  let club: Place

  beforeAll(async () => {
    on = await createChainWorld(suite.database)
    here = on.here
    bank = await here.place(grantedOnChain)
    branch = await on.secondProgramOf(bank)
    club = await here.place(grantedOnChain)
    for (const at of [bank, branch, club]) await on.register(at)
  })
  afterAll(() => on?.chain.stop())

  async function end(session: Visit, at: Place, programNo?: string): Promise<void> {
    const { svcId } = await on.journeyOf(session)
    here.world.clock.advance(1000)
    const of = { mchNo: at.mchNo, svcId, ...(programNo !== undefined && { programNo }) }
    await endRelationship(here.world, of, byCommandLine)
    await on.finishAll()
  }
  /** Moves the person to a new device, as a face match does. Returns the new credential's id. */
  async function moved(session: Visit, device: string): Promise<bigint> {
    const { personId } = await on.journeyOf(session)
    const commitment = String(BigInt(`0x${Buffer.from(device).toString('hex')}`))
    const target = { ssiWallet: walletOf('d'), commitment }
    const move = await moveToDevice(here.world, personId, target, bank.program.merchantId)
    await journeyTablesOf(here.world)
      .transaction()
      .execute(async (db) => holdToEndings(here.world, db, { personId, ...(await move(db)) }))
    expect((await selectPersonFile(journeyTablesOf(here.world), personId))?.commitment).toBe(commitment)
    await on.finishAll()
    return await on.credentialIdOf(session)
  }

  test('rejects proofs made before and after the ending, from any wallet, in all programs of the merchant', async () => {
    const session = await on.verified(bank, 'ended@example.com', walletOf('1'))
    await on.verified(club, 'ended@example.com', walletOf('1'))
    const credential = await on.credentialIdOf(session)
    await on.approve(on.wallet(0), bank, credential)
    expect([await on.passes(bank, walletOf('1')), await on.passes(bank, on.wallet(0))]).toEqual([true, true])
    const prepared = await on.prove(on.wallet(1), bank, credential)

    await end(session, bank)
    expect([await on.passes(bank, walletOf('1')), await on.passes(bank, on.wallet(0))]).toEqual([
      false,
      false,
    ])
    await expect(on.chain.send(prepared)).rejects.toThrow('CredentialRevoked')
    await expect(on.approve(on.wallet(2), bank, credential)).rejects.toThrow('CredentialRevoked')
    await expect(on.approve(on.wallet(2), branch, credential)).rejects.toThrow('CredentialRevoked')
    // Other merchants are not affected.
    expect(await on.passes(club, walletOf('1'))).toBe(true)
    await on.approve(on.wallet(2), club, credential)
    expect(await on.passes(club, on.wallet(2))).toBe(true)

    // A program that is registered on the chain later rejects the person, too.
    const late = await on.secondProgramOf(bank)
    await on.register(late)
    await on.finishAll()
    await expect(on.approve(on.wallet(2), late, credential)).rejects.toThrow('CredentialRevoked')
  })

  test('rejects credentials issued after the ending, and accepts the person after a new consent', async () => {
    const session = await on.verified(bank, 'returns@example.com', walletOf('2'))
    const first = await on.credentialIdOf(session)
    await end(session, bank)
    const second = await on.renewed(session)
    expect(second).not.toBe(first)
    await expect(on.approve(on.wallet(3), bank, second)).rejects.toThrow('CredentialRevoked')
    await on.approve(on.wallet(3), club, second)

    const again = await here.visit(bank, 'returns@example.com', walletOf('2'))
    await on.untilStep(again, 'consent')
    await on.share(again, walletOf('2'))
    await on.finishAll()
    expect(await on.passes(bank, walletOf('2'))).toBe(true)
    const third = await on.credentialIdOf(session)
    expect(third).not.toBe(second)
    await on.approve(on.wallet(3), bank, third)
    expect(await on.passes(bank, on.wallet(3))).toBe(true)
    await expect(on.approve(on.wallet(4), bank, second)).rejects.toThrow('CredentialRevoked')
    // The person has agreed again in one program, but not in the merchant's other program.
    await expect(on.approve(on.wallet(4), branch, third)).rejects.toThrow('CredentialRevoked')
  })

  test('rejects proofs only in the program in which the relationship was ended', async () => {
    const session = await on.verified(bank, 'one@example.com', walletOf('3'))
    const credential = await on.credentialIdOf(session)
    await end(session, bank, bank.program.programNo)
    await expect(on.approve(on.wallet(5), bank, credential)).rejects.toThrow('CredentialRevoked')
    await on.approve(on.wallet(5), branch, credential)
    expect(await on.passes(branch, on.wallet(5))).toBe(true)
  })

  test('accepts only credentials issued after the ending was lifted', async () => {
    const session = await on.verified(bank, 'lifted@example.com', walletOf('4'))
    const first = await on.credentialIdOf(session)
    await end(session, bank)
    const { svcId } = await on.journeyOf(session)
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
    await expect(on.approve(on.wallet(6), bank, first)).rejects.toThrow('CredentialRevoked')
    const second = await moved(session, 'tablet')
    await on.approve(on.wallet(6), bank, second)
    expect(await on.passes(bank, on.wallet(6))).toBe(true)
  })

  test('issues new credentials to a person who agrees again after the ending was lifted', async () => {
    const session = await on.verified(bank, 'lifted.returns@example.com', walletOf('6'))
    const first = await on.credentialIdOf(session)
    await end(session, bank)
    const { svcId } = await on.journeyOf(session)
    await liftEnding(here.world, { mchNo: bank.mchNo, svcId }, byCommandLine)
    const again = await here.visit(bank, 'lifted.returns@example.com', walletOf('6'))
    await on.untilStep(again, 'consent')
    await on.share(again, walletOf('6'))
    await on.finishAll()
    const second = await on.credentialIdOf(session)
    expect(second).not.toBe(first)
    expect(await on.passes(bank, walletOf('6'))).toBe(true)
  })

  test('revokes the previous device’s proofs at all merchants after a move', async () => {
    const session = await on.verified(bank, 'lost@example.com', walletOf('5'))
    const lost = await on.credentialIdOf(session)
    await on.approve(on.wallet(7), bank, lost)
    const prepared = await on.prove(on.wallet(8), club, lost)
    const renewed = await moved(session, 'watch')
    expect(await on.passes(bank, on.wallet(7))).toBe(false)
    await expect(on.chain.send(prepared)).rejects.toThrow('CredentialRevoked')
    // The operator's grant is based on the token, which does not change.
    expect(await on.passes(bank, walletOf('5'))).toBe(true)
    await on.approve(on.wallet(8), club, renewed)
    expect(await on.passes(club, on.wallet(8))).toBe(true)
  })

  test('does not treat a withdrawal by the person as an ending by the merchant', async () => {
    const session = await on.verified(bank, 'withdrawn@example.com', walletOf('6'))
    const credential = await on.credentialIdOf(session)
    here.world.clock.advance(1000)
    await withdraw(here.world, session)
    await on.finishAll()
    expect(await on.passes(bank, walletOf('6'))).toBe(false)
    await on.approve(on.wallet(9), bank, credential)
    expect(await on.passes(bank, on.wallet(9))).toBe(true)
  })
})
