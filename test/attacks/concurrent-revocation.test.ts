import { beforeAll, expect, test } from 'vitest'
import { journeyTablesOf, type VerificationDb } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { reissueForReturn } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { revokePerson } from '../../packages/verification/src/revocation/revoke-person.ts'
import { issueStep } from '../../packages/verification/src/steps/issue.ts'
import { livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { onOneEngine } from '../support/engines.ts'

// Work that began before a revocation must not store the revoked findings again.

onOneEngine('server', 'revocation during other work', (suite) => {
  let world: SessionWorld
  let walks: Walks

  beforeAll(async () => {
    const gallery = async () => ({ knows: async () => true }) as never
    world = await createSessionWorld(suite.database, { checkers: { gallery } })
    walks = createWalks(world)
  })

  const program = { checks: [] }
  async function verified(email: string): Promise<Visit> {
    const visit = await walks.visit(email, program)
    await walks.identified(visit)
    await walks.share(visit)
    return visit
  }
  const journeyOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey
  const held = async (personId: number) =>
    (await heldCredentials(world, personId, 'all')).map(({ credential }) => credential.credentialId)
  const inTransaction = async (write: (db: VerificationDb) => Promise<unknown>) =>
    await journeyTablesOf(world).transaction().execute(write)

  test('does not issue a credential based on findings that predate the revocation', async () => {
    const visit = await walks.visit('issues@example.com', program)
    await walks.read(visit)
    const evidence = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
    const checks = [{ check: 'liveness', ...evidence }]
    const state = await loadState(world, visit.journeyId)
    await applyOutcome(world, state, livenessStep as never, { kind: 'passed', checks })
    const before = await loadState(world, visit.journeyId)
    await revokePerson(world, before.journey)
    const outcome = await issueStep.run(world, before, undefined)
    expect(outcome.kind).toBe('passed')
    await expect(applyOutcome(world, before, issueStep as never, outcome)).rejects.toMatchObject({
      code: 'credential.revoked',
    })
    expect(await held(before.journey.personId)).toEqual([])
  })

  test('does not reissue revoked credentials to another device', async () => {
    const { personId, ssiWallet } = await journeyOf(await verified('moves@example.com'))
    expect(await held(personId)).toHaveLength(1)
    const device = { ssiWallet, commitment: '99' }
    const move = await moveToDevice(world, personId, device, 1)
    await revokePerson(world, { personId })
    await expect(inTransaction(move)).rejects.toMatchObject({ code: 'credential.revoked' })
    expect(await held(personId)).toEqual([])
  })

  test('does not reissue revoked credentials to a person who returns to a merchant', async () => {
    const visit = await verified('again@example.com')
    const { personId } = await journeyOf(visit)
    const write = await reissueForReturn(world, await loadState(world, visit.journeyId))
    await revokePerson(world, { personId })
    await expect(inTransaction(write)).rejects.toMatchObject({ code: 'credential.revoked' })
    expect(await held(personId)).toEqual([])
  })

  test('revokes a credential that is stored while the revocation waits for the person', async () => {
    const { personId, ssiWallet } = await journeyOf(await verified('waits@example.com'))
    const move = await moveToDevice(world, personId, { ssiWallet, commitment: '98' }, 1)
    let revoked: Promise<void> | undefined
    await inTransaction(async (db) => {
      await move(db)
      revoked = revokePerson(world, { personId })
    })
    await revoked
    expect(await held(personId)).toEqual([])
  })
})
