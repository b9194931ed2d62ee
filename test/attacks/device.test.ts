import { createProgram } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { startLiveness } from '../../packages/verification/src/pipeline/capture-liveness.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { nameAccounts } from '../../packages/verification/src/sessions/name-accounts.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import { faceStep } from '../../packages/verification/src/steps/face.ts'
import { livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { testDevice } from '../../packages/verification/src/testing/test-device.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { authorize } from '../../packages/verification/src/visits/authorize.ts'
import {
  reportLostDevice,
  requireDevice,
  submitDevice,
} from '../../packages/verification/src/visits/device.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { onOneEngine } from '../support/engines.ts'

// An email code does not prove identity. In addition, either the device proves that it has the wallet's
// secret, or the person shows their face again.

onOneEngine('server', 'login without the device', (suite) => {
  let world: SessionWorld
  let walks: Walks
  let isFaceKnown = true
  beforeAll(async () => {
    const gallery = { knows: async () => isFaceKnown }
    world = await createSessionWorld(suite.database, { checkers: { gallery: async () => gallery as never } })
    walks = createWalks(world)
  })

  const attacker = { device: 'the attacker' }
  const current = async (visit: Visit): Promise<Visit> => ({
    ...(await selectSession(journeyTablesOf(world), visit.id)),
    journeyId: visit.journeyId,
  })
  async function verified(email: string): Promise<Visit> {
    const visit = await walks.visit(email, { checks: [] })
    await walks.identified(visit)
    await walks.share(visit)
    return visit
  }
  const account = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
  const statusOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.status
  const walletOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.ssiWallet

  test('rejects a page that claims a wallet without having its key', async () => {
    const { session } = await world.open()
    const named = await nameAccounts(world, session, { accounts: [account] })
    const own = await testDevice(named, 'own')
    const { ssiWallet, commitment } = await testDevice(named, 'of another')
    const refused = { code: 'device.not-proven' }
    const forged = { account, ssiWallet, commitment, signature: own.signature }
    await expect(authorize(world, named, forged)).rejects.toMatchObject(refused)
    const other = await world.open()
    const replayed = { account, ...(await testDevice(other.session, 'own')) }
    await expect(authorize(world, named, replayed)).rejects.toMatchObject(refused)
    await authorize(world, named, { account, ...own })
  })

  test('hides the credential from another device at a merchant that does not know the person', async () => {
    const own = await verified('victim@example.com')
    const foreign = await walks.visit('victim@example.com', { checks: [] }, attacker)
    const view = await viewOf(world, foreign)
    expect(view.step).toMatchObject({ name: 'wallet-missing', face: true })
    expect(view.holdsWallet).toBe(false)
    expect(JSON.stringify(view)).not.toContain('credentialId')
    await advance(world, foreign.journeyId)
    expect(await statusOf(foreign)).toBe('Verification Started')
    for (const allowed of ['own', 'both', 'face'] as const)
      await expect(requireDevice(world, foreign, allowed)).rejects.toMatchObject({ code: 'step.other' })
    await expect(consent(world, foreign, { granted: true, account })).rejects.toMatchObject({
      code: 'step.other',
    })
    expect(await walletOf(own)).toBe((await current(own)).ssiWallet)
  })

  test('does not replace the wallet if another device sends the commitment of that wallet', async () => {
    const own = await verified('named@example.com')
    const { commitment, ssiWallet } = await current(own)
    const foreign = await walks.visit('named@example.com', { checks: [] }, attacker)
    const signed = await testDevice(foreign, attacker.device)
    await submitDevice(world, foreign, { ...signed, commitment: commitment ?? '' })
    expect(await walks.stepOf(await current(foreign))).toMatchObject({ name: 'wallet-missing' })
    expect(await walletOf(own)).toBe(ssiWallet)
    const file = await selectPersonFile(
      journeyTablesOf(world),
      (await loadState(world, own.journeyId)).journey.personId,
    )
    expect(file?.commitment).toBe(commitment)
  })

  test('issues the credential to the device that showed the face, even if another device takes over the journey', async () => {
    const own = await walks.visit('middle@example.com', { checks: [] })
    await walks.read(own)
    const { ssiWallet } = await current(own)
    // Another person logs in with the same email address, on a newer page for the same journey.
    const foreign = await walks.visit('middle@example.com', {}, { ...attacker, at: await placeOf(own) })
    expect(foreign.journeyId).toBe(own.journeyId)
    const at = new Date(world.clock.now())
    await updateVerification(journeyTablesOf(world), own.journeyId, { shown_on: ssiWallet }, at)
    const evidenceHash = Buffer.alloc(32)
    const decided = { passed: true, checker: 'test', evidenceHash }
    const checks = ['liveness', 'liveness-colours'].map((check) => ({ check, ...decided }))
    const state = await loadState(world, own.journeyId)
    await applyOutcome(world, state, livenessStep as never, { kind: 'passed', checks })
    await advance(world, own.journeyId)
    expect(await walks.stepOf(await current(own))).toMatchObject({ name: 'prove' })
    expect(await walks.stepOf(await current(foreign))).toMatchObject({ name: 'wallet-missing' })
    expect(await walletOf(own)).toBe(ssiWallet)
  })

  test('lets the person’s own device continue immediately and save its wallet', async () => {
    await verified('owner@example.com')
    const again = await walks.visit('owner@example.com', { checks: [] })
    expect(await walks.stepOf(again)).toMatchObject({ name: 'consent', reused: true })
    expect((await viewOf(world, again)).holdsWallet).toBe(true)
  })

  test('if the merchant knows the person, requires the device only when the secret is used', async () => {
    const own = await verified('known.there@example.com')
    const { mchNo } = await placeOf(own)
    const program = await createProgram(world.kyc, {
      ...{ mchNo, name: 'Second', kind: 'KYC', checks: [], active: true },
      allowedDomains: ['https://shop.example'],
    })
    const elsewhere = await walks.visit(
      'known.there@example.com',
      {},
      { ...attacker, at: { mchNo, program } },
    )
    expect(await walks.stepOf(elsewhere)).toMatchObject({ name: 'consent', reused: true })
  })

  test('recovers from a lost device: checks the face, issues a new credential and revokes the old handles', async () => {
    const own = await verified('lost@example.com')
    const { journey } = await loadState(world, own.journeyId)
    const [before] = await heldCredentials(world, journey.personId, 'all')
    const phone = await walks.visit('lost@example.com', { checks: [] }, { device: 'the new phone' })
    await expect(startLiveness(world, phone)).rejects.toMatchObject({ code: 'step.other' })
    isFaceKnown = false
    await expect(reportLostDevice(world, phone)).rejects.toMatchObject({ code: 'device.face-unknown' })
    isFaceKnown = true
    await reportLostDevice(world, phone)
    const session = await current(phone)
    expect(await viewOf(world, session)).toMatchObject({ stage: 'liveness', step: { name: 'liveness' } })

    // Has the same effect as a capture whose face matches the stored face.
    const { ssiWallet, commitment } = session
    const device = { ssiWallet: ssiWallet ?? '', commitment: commitment ?? '' }
    const move = await moveToDevice(
      world,
      journey.personId,
      device,
      (await loadState(world, phone.journeyId)).merchant.id,
    )
    const evidenceHash = Buffer.alloc(32)
    const checks = [{ check: 'device', passed: true, checker: 'test', evidenceHash }]
    await applyOutcome(world, await loadState(world, phone.journeyId), faceStep as never, {
      kind: 'passed',
      checks,
      also: async (db) => void (await move(db)),
    })
    const [after, ...further] = await heldCredentials(world, journey.personId, 'all')
    expect(further).toEqual([])
    expect(after?.credential).toMatchObject({ commitment, attributes: before?.credential.attributes })
    expect(after?.credential.credentialId).not.toBe(before?.credential.credentialId)
    expect(await walletOf(own)).toBe(ssiWallet)
    const { rows } = await suite.database.run('select handle from revoked_handle where handle = $1', [
      `handle ${own.journeyId}`,
    ])
    expect(rows).toHaveLength(1)
    expect((await viewOf(world, session)).holdsWallet).toBe(true)
    // After the recovery, the previous device is treated as a device without the wallet.
    const old = await walks.visit('lost@example.com', { checks: [] })
    expect(await walks.stepOf(old)).toMatchObject({ name: 'wallet-missing' })
  })

  async function placeOf(visit: Visit) {
    const { merchant, program } = await loadState(world, visit.journeyId)
    return { mchNo: merchant.mchNo, program }
  }
})
