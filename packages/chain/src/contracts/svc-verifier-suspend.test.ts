import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from './contract-calls.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import { createVerifierWorld } from './testing/create-verifier-world.ts'

let node: TestNode
let world: Awaited<ReturnType<typeof createVerifierWorld>>
let clean: Hex

beforeAll(async () => {
  node = await startTestNode()
  world = await createVerifierWorld(node.url)
  clean = await world.client.snapshot()
})
afterAll(() => node.stop())
beforeEach(async () => {
  await world.client.revert({ id: clean })
  clean = await world.client.snapshot()
})

const day = 24 * 60 * 60
const soon = async (seconds = day) => Number(await world.now()) + seconds
const suspend = (kind: 'token' | 'handle', what: bigint, until: number, order: number) =>
  contractCalls.suspend(world.verifier, { kind, what, until, order })
const send = async (...call: Parameters<typeof suspend>) => world.send(world.operator, suspend(...call))
const handle = () => 2000n + BigInt(world.alice)

test('suspends the grants by a token at every cooperator until the suspension ends', async () => {
  await world.mint()
  await world.grant()
  const until = await soon()
  expect(world.eventsOf(await send('token', 1n, until, 1))).toEqual([
    { eventName: 'TokenSuspended', args: { tokenId: 1n, until, by: world.operator } },
  ])
  expect(await world.account()).toMatchObject({
    verdict: 'suspended',
    verified: false,
    // The approval itself is unchanged.
    hasApproved: true,
    approval: { by: 'grant', suspendedUntil: until },
  })
  // Another wallet of the same person does not help: its grant is based on the same token.
  await world.grant({ user: world.bob, grantId: world.id('grant 2') })
  expect(await world.verdict(world.bob)).toBe('suspended')
  await send('token', 1n, 0, 2)
  expect(await world.account()).toMatchObject({ verdict: 'approved', approval: { suspendedUntil: 0 } })
  expect(await world.verdict(world.bob)).toBe('approved')
})

test('suspends the approvals of a credential and rejects its proofs, even those made before', async () => {
  await world.approve()
  const prepared = await world.approval(world.alice)
  const elsewhere = { handle: handle(), nullifier: 1n }
  const until = await soon()
  expect(world.eventsOf(await send('handle', handle(), until, 1))).toEqual([
    { eventName: 'HandleSuspended', args: { handle: handle(), until, by: world.operator } },
  ])
  expect(await world.account()).toMatchObject({ verdict: 'suspended', verified: false, hasApproved: true })
  expect(await world.refusal(world.alice, prepared)).toBe('CredentialSuspended')
  expect(await world.refusedApproval(elsewhere, world.bob)).toBe('CredentialSuspended')
  // Other credentials are not affected.
  await world.approve(world.bob)
  expect(await world.verdict(world.bob)).toBe('approved')
  // A rejected proof uses up neither the challenge nor the nullifier.
  await send('handle', handle(), 0, 2)
  expect(await world.verdict()).toBe('approved')
  expect(await world.refusal(world.alice, prepared)).toBe('accepted')
})

test('ends by itself, and lasts at most seven days', async () => {
  await world.approve()
  await world.mint()
  await world.grant({ user: world.bob })
  const until = await soon(600)
  await send('handle', handle(), until, 1)
  await send('token', 1n, until, 1)
  await world.travelTo(BigInt(until - 1))
  expect([await world.verdict(), await world.verdict(world.bob)]).toEqual(['suspended', 'suspended'])
  await world.travelTo(BigInt(until))
  expect([await world.verdict(), await world.verdict(world.bob)]).toEqual(['approved', 'approved'])
  const tooLong = await soon(7 * day + 60)
  for (const kind of ['token', 'handle'] as const)
    expect(await world.refusal(world.operator, suspend(kind, 5n, tooLong, 1))).toBe('SuspensionTooLong')
  expect(await world.refusal(world.operator, suspend('token', 5n, await soon(7 * day), 1))).toBe('accepted')
})

test('executes each change once and ignores changes that arrive late', async () => {
  await world.approve()
  // The end of the suspension is mined before its start.
  await send('handle', handle(), 0, 2)
  const until = await soon()
  for (const order of [0, 1, 2])
    expect(await world.refusal(world.operator, suspend('handle', handle(), until, order))).toBe(
      'OldSuspension',
    )
  expect(await world.verdict()).toBe('approved')
  await send('handle', handle(), until, 3)
  expect(await world.verdict()).toBe('suspended')
})

test('lets only the operator suspend, also while paused', async () => {
  const until = await soon()
  for (const kind of ['token', 'handle'] as const)
    for (const from of [world.alice, world.admin, world.minter])
      expect(await world.refusal(from, suspend(kind, 1n, until, 1))).toBe('AccessControlUnauthorizedAccount')
  await world.approve()
  const pause = encodeFunctionData({ abi: svcVerifierAbi, functionName: 'pause' })
  await world.send(world.admin, { to: world.verifier, data: pause })
  await send('handle', handle(), until, 1)
  expect(await world.verdict()).toBe('suspended')
})

test('does not lift a revocation, a burn or the removal of an issuer when a suspension ends', async () => {
  await world.approve()
  await world.mint()
  await world.grant({ user: world.bob })
  const until = await soon()
  await send('handle', handle(), until, 1)
  await send('token', 1n, until, 1)
  await world.send(world.operator, contractCalls.revokeHandle(world.verifier, { handle: handle() }))
  await world.send(world.operator, contractCalls.burn(world.sbt, { tokenId: 1n }))
  const verdicts = async () => [await world.verdict(), await world.verdict(world.bob)]
  expect(await verdicts()).toEqual(['handle-revoked', 'token-not-valid'])
  await send('handle', handle(), 0, 2)
  await send('token', 1n, 0, 2)
  expect(await verdicts()).toEqual(['handle-revoked', 'token-not-valid'])
})
