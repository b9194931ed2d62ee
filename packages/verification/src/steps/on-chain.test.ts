import type { ChainMinter, SeenApproval } from '@touchstone/chain'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import type { Approval } from '../approval.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { approvalSent, consent } from '../pipeline/actions.ts'
import { advance } from '../pipeline/advance.ts'
import { retryJourney } from '../pipeline/retry-journey.ts'
import { finishRevocationsOf } from '../revocation/finish-revocation.ts'
import { moveToDevice } from '../revocation/move-to-device.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { approvalFees } from '../visits/approval-fees.ts'

const database = await openFreshStore()
let node: TestNode
let world: SessionWorld
let walks: Walks
let seen: SeenApproval | undefined
let settled = false
const granted: string[] = []

beforeAll(async () => {
  node = await startTestNode()
  const client = createPublicClient({ transport: http(node.url) })
  const minter = {
    checkApproval: async () => ({ settled, seen }),
    requestGrant: async ({ user }: { user: string }) => void granted.push(user),
    revokeHandle: async () => undefined,
  }
  world = await createSessionWorld(database, {
    chains: {
      client: async () => client as never,
      ensureRegistered: async () => {},
      verifierAddress: async () => '0x01',
      minter: async () => minter as unknown as ChainMinter,
    },
  })
  walks = createWalks(world)
})
afterAll(async () => {
  await node.stop()
  await database.close()
})

const addressOf = (digit: string) => `0x${digit.repeat(40)}`
const approval: Approval = {
  ...{ chainId: '137', from: addressOf('1'), to: addressOf('2') },
  ...{ data: '0x', value: '0x0' },
}

async function atApproval(email: string, accounts?: string[]): Promise<Visit> {
  const transactional = {
    ...{ kind: 'PoAI', checks: [], rules: {} },
    ...{ mintMode: 'on-chain-transactional', chainId: '137', walletProof: 'when-asked' },
  } as const
  const visit = await walks.visit(email, transactional, accounts && { accounts })
  await walks.accredited(visit)
  await walks.minted(visit)
  const at = new Date(world.clock.now())
  await updateVerification(
    journeyTablesOf(world),
    visit.journeyId,
    { approval: JSON.stringify(approval) },
    at,
  )
  await advance(world, visit.journeyId)
  expect(await walks.stepOf(visit)).toEqual({ name: 'approve', transaction: approval })
  return visit
}

const lookAgain = async ({ journeyId }: Visit) => {
  await walks.settled()
  await advance(world, journeyId)
}
const failed = { name: 'failed', screen: 'approval-failed', reason: 'chain.approval-failed', retry: 'step' }

test.each([`0x${'ab'.repeat(32)}`, "a wallet's own identifier"])(
  'waits ten minutes for an unknown transaction (%s) before it requests another one',
  async (hash) => {
    const visit = await atApproval(`lost${hash.length}@example.com`)
    await approvalSent(world, visit, { hash })
    await lookAgain(visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'working' })
    world.clock.advance(9 * 60_000)
    await lookAgain(visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'working' })
    world.clock.advance(2 * 60_000)
    await lookAgain(visit)
    expect(await walks.stepOf(visit)).toMatchObject(failed)
    await retryJourney(world, visit)
    await lookAgain(visit)
    expect(await walks.stepOf(visit)).toEqual({ name: 'approve', transaction: approval })
  },
)

test('shows the transaction cost while the wallet asks for confirmation', async () => {
  const visit = await atApproval('fees@example.com')
  const { gasLimit, gasPrice } = await approvalFees(world, visit)
  expect([gasLimit, gasPrice]).toEqual([expect.stringMatching(/^0x[0-9a-f]+$/), expect.stringMatching(/^0x/)])
  // A plain transfer uses 21,000 gas.
  expect(Number(gasLimit)).toBeGreaterThan(21_000)
  expect(Number(gasPrice)).toBeGreaterThan(0)
  await approvalSent(world, visit, { hash: `0x${'ef'.repeat(32)}` })
  await expect(approvalFees(world, visit)).rejects.toMatchObject({ code: 'step.other' })
})

test('does not request another transaction while the chain knows the first one, however long it takes to become final', async () => {
  const visit = await atApproval('slow@example.com')
  seen = { block: 7, hash: '0x07' }
  await lookAgain(visit)
  await approvalSent(world, visit, { hash: `0x${'cd'.repeat(32)}` })
  world.clock.advance(60 * 60_000)
  await lookAgain(visit)
  expect(await walks.stepOf(visit)).toMatchObject({ name: 'working' })
  expect((await loadState(world, visit.journeyId)).approval).toMatchObject({ seen, asked: true })
  settled = true
  await lookAgain(visit)
  expect(await walks.stepOf(visit)).toMatchObject({ name: 'consent' })
})

test('after a move to another device, replaces approvals made on the previous device with grants', async () => {
  seen = undefined
  settled = false
  const wallet = addressOf('1')
  const visit = await atApproval('moved@example.com', [wallet])
  settled = true
  await lookAgain(visit)
  await consent(world, visit, { granted: true, account: wallet })
  await lookAgain(visit)
  expect(await walks.stepOf(visit)).toMatchObject({ name: 'done' })
  const { personId } = (await loadState(world, visit.journeyId)).journey
  const device = { ssiWallet: addressOf('d'), commitment: '4711' }
  const { id: merchantId } = (await loadState(world, visit.journeyId)).merchant
  const move = await moveToDevice(world, personId, device, merchantId)
  const db = journeyTablesOf(world)
  await db.transaction().execute(async (tables) => void (await move(tables)))
  expect(granted).toEqual([])
  await finishRevocationsOf(world, personId)
  expect(granted).toEqual([wallet])
})
