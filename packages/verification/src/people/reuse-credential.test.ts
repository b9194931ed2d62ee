import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { selectChecks } from '../journey/verification-store.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { testDevice } from '../testing/test-device.ts'
import { createWalks, type Walks } from '../testing/walks.ts'
import { submitDevice } from '../visits/device.ts'
import { heldCredentials } from './held-credential.ts'

onOneEngine('server', 'reuse of an existing credential', (suite) => {
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    world = await createSessionWorld(suite.database, { chains: { nextChallenge: async () => 4711n } })
    walks = createWalks(world)
  })

  test('asks only for consent and records the credential as evidence for every step', async () => {
    const first = await walks.visit('again@example.com', { checks: [] })
    await walks.identified(first)
    await walks.share(first)
    const second = await walks.visit('again@example.com', { checks: [] })
    expect(await walks.stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    const { journey } = await loadState(world, second.journeyId)
    expect(journey.status).toBe('SBT Minted')
    const checks = await selectChecks(journeyTablesOf(world), second.journeyId, journey.attempt)
    expect(checks.map(({ check }) => check).sort()).toEqual([
      'credential',
      'document',
      'liveness',
      'mint',
      'proof',
    ])
    for (const { checker } of checks) expect(checker).toBe('credential held already')
    await walks.share(second)
  })

  test('copies the checks from the first journey into a credential of another kind', async () => {
    const first = await walks.visit('both@example.com', { checks: [] })
    await walks.identified(first)
    await walks.share(first)
    const second = await walks.visit('both@example.com', { kind: 'PoAI', checks: [], rules: {} })
    await walks.accredited(second)
    const { journey } = await loadState(world, second.journeyId)
    const held = await heldCredentials(world, journey.personId, 'all')
    expect(held.map(({ credential }) => credential)).toMatchObject([
      { schema: 2, kind: 'kyc', checks: ['document', 'liveness', 'liveness-colours'] },
      {
        ...{ schema: 2, kind: 'investor' },
        checks: ['document', 'liveness', 'accreditation', 'liveness-colours'],
      },
    ])
  })

  test('creates a new proof for a contract', async () => {
    const investors = { kind: 'PoAI', checks: [], rules: {} } as const
    const first = await walks.visit('contract@example.com', investors)
    await walks.accredited(first)
    await walks.share(first)
    const onChain = { ...investors, mintMode: 'on-chain-transactional', chainId: '8453' } as const
    const second = await walks.visit('contract@example.com', onChain, { device: 'another one' })
    expect(await walks.stepOf(second)).toMatchObject({ name: 'wallet-missing' })
    expect((await loadState(world, second.journeyId)).journey.status).toBe('Verification Started')
    await submitDevice(world, second, await testDevice(second, 'contract@example.com'))
    await walks.settled()
    const { journey } = await loadState(world, second.journeyId)
    expect(journey.status).toBe('Data Retrieved')
    const own = { ...(await selectSession(journeyTablesOf(world), second.id)), journeyId: second.journeyId }
    expect(await walks.stepOf(own)).toMatchObject({ name: 'prove', context: { challenge: '4711' } })
  })
})
