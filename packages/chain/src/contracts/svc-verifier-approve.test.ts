import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from './contract-calls.ts'
import { toContractProof } from './contract-proof.ts'
import { decodeFailure } from './decode-failure.ts'
import type { PublicSignals } from './public-signals.ts'
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

test("approves a user with a proof for the question set's approval period", async () => {
  expect(await world.verdict()).toBe('not-approved')
  const receipt = await world.approve()
  const now = await world.now()
  expect(world.eventsOf(receipt)).toEqual([
    {
      eventName: 'Approved',
      args: {
        cooperator: world.shop,
        user: world.alice,
        nullifier: 1000n + BigInt(world.alice),
        handle: 2000n + BigInt(world.alice),
        issuerKey: world.issuer,
        version: 1,
        validUntil: now + 1000n,
      },
    },
  ])
  expect(await world.account()).toEqual({
    blockNumber: receipt.blockNumber,
    verified: true,
    hasApproved: true,
    verdict: 'approved',
    reason: 'The user is approved.',
    questionSet: { ...world.questionSet, version: 1, approvalSeconds: 1000 },
    approval: {
      by: 'proof',
      validUntil: now + 1000n,
      version: 1,
      handle: 2000n + BigInt(world.alice),
      handleRevoked: false,
      suspendedUntil: 0,
    },
    token: undefined,
    nextChallenge: 1n,
    paused: false,
  })
  await world.travelTo(now + 1000n)
  expect(await world.verdict()).toBe('approved')
  await world.travelTo(now + 1001n)
  expect(await world.account()).toMatchObject({ verdict: 'expired', verified: false, hasApproved: false })
})

test('rejects a proof whose wallet, chain, program, questions, challenge or issuer is wrong', async () => {
  expect(await world.refusedApproval({ wallet: BigInt(world.bob) })).toBe('OtherWallet')
  expect(await world.refusedApproval({ wallet: BigInt(world.alice) + (1n << 160n) })).toBe('OtherWallet')
  expect(await world.refusedApproval({ chain: 1n })).toBe('OtherChain')
  expect(await world.refusedApproval({ merchant: 1n })).toBe('OtherProgram')
  expect(await world.refusedApproval({ program: 1n })).toBe('OtherProgram')
  expect(await world.refusedApproval({ questions: 1n })).toBe('OtherQuestions')
  expect(await world.refusedApproval({ challenge: 1n })).toBe('OtherChallenge')
  expect(await world.refusedApproval({ issuer: 1n })).toBe('UnknownIssuer')
  const stolen = await world.approval(world.alice)
  expect(await world.refusal(world.bob, stolen)).toBe('OtherWallet')
  expect(await world.refusal(world.alice, await world.approval(world.alice, {}, world.personhood))).toBe(
    'ProofRejected',
  )
  const elsewhere = contractCalls.approve(world.verifier, {
    cooperator: world.bob,
    proof: toContractProof(world.kyc.prove([])),
    signals: await world.signalsFor(world.alice),
  })
  expect(await world.refusal(world.alice, elsewhere)).toBe('CooperatorWithoutQuestions')
  expect(await world.verdict()).toBe('not-approved')
})

test('rejects signals that differ from the signals of the proof', async () => {
  const signals = await world.signalsFor(world.alice)
  const proof = toContractProof(world.kyc.prove(signals))
  for (const place of [0, 1] as const) {
    const others = signals.map((signal, index) =>
      index === place ? signal + 1n : signal,
    ) as unknown as PublicSignals
    const call = contractCalls.approve(world.verifier, { cooperator: world.shop, proof, signals: others })
    expect(await world.refusal(world.alice, call)).toBe('ProofRejected')
  }
})

test('accepts proofs dated yesterday, today or tomorrow in UTC, across month ends and leap years', async () => {
  // The test chain starts in 1970, because a chain's time can only increase.
  const oldNode = await startTestNode({ time: 1000 })
  const old = await createVerifierWorld(oldNode.url)
  const { a, b, c } = toContractProof(old.kyc.prove([]))
  const signals = await old.signalsFor(old.alice)
  const outcome = async (today: bigint) => {
    const args = [
      old.shop,
      a,
      b,
      c,
      signals.with(7, today).with(0, 2n ** 256n - 1n) as unknown as PublicSignals,
    ] as const
    const data = encodeFunctionData({ abi: svcVerifierAbi, functionName: 'approve', args })
    const params = [{ from: old.alice, to: old.verifier, data }, 'latest']
    const error = await old.client.request({ method: 'eth_call', params } as never).catch((cause) => cause)
    return decodeFailure(error)?.name
  }
  const noons = [
    '1970-01-02',
    '1999-12-31',
    '2000-02-28',
    '2000-02-29',
    '2024-02-29',
    '2026-03-01',
    '2027-01-01',
    '2100-02-28',
    '2400-02-29',
    '9998-12-30',
  ]
  for (const date of noons) {
    for (const hour of ['00:00:00', '23:59:59']) {
      const time = Date.parse(`${date}T${hour}Z`) / 1000
      await old.travelTo(BigInt(time))
      for (const [shift, expected] of [
        [-2, 'OtherDay'],
        [-1, 'SignalOutOfField'],
        [0, 'SignalOutOfField'],
        [1, 'SignalOutOfField'],
        [2, 'OtherDay'],
      ] as const) {
        if (time + shift * 86_400 < 0) continue
        const today = old.dayOf(BigInt(time + shift * 86_400))
        expect(await outcome(today), `${date} ${hour} ${shift}`).toBe(expected)
      }
    }
  }
  await oldNode.stop()
})

test('binds a person to one wallet until the operator releases the wallet', async () => {
  await world.approve(world.alice, { nullifier: 5n })
  expect(await world.refusedApproval({ nullifier: 5n }, world.bob)).toBe('NullifierUsed')
  await world.approve(world.alice, { nullifier: 5n })
  const release = contractCalls.releaseNullifier(world.verifier, { nullifier: 5n })
  expect(await world.refusal(world.alice, release)).toBe('AccessControlUnauthorizedAccount')
  expect(world.eventsOf(await world.send(world.operator, release))).toEqual([
    { eventName: 'NullifierReleased', args: { nullifier: 5n, user: world.alice, by: world.operator } },
  ])
  expect(await world.refusal(world.operator, release)).toBe('NullifierNotUsed')
  expect(await world.account()).toMatchObject({ verdict: 'wallet-released', hasApproved: false })
  await world.approve(world.bob, { nullifier: 5n })
  expect(await world.verdict(world.bob)).toBe('approved')
  expect(await world.refusedApproval({ nullifier: 5n }, world.alice)).toBe('NullifierUsed')
})

test('accepts a proof only once, and never after a later revocation', async () => {
  const proven = await world.approval(world.alice)
  await world.send(world.alice, proven)
  expect(await world.refusal(world.alice, proven)).toBe('OtherChallenge')
  const next = await world.approval(world.alice)
  expect(world.eventsOf(await world.send(world.alice, world.revokeOwnCall()))).toEqual([
    { eventName: 'ApprovalRevoked', args: { cooperator: world.shop, user: world.alice, by: world.alice } },
  ])
  expect(await world.account()).toMatchObject({
    verdict: 'not-approved',
    approval: undefined,
    hasApproved: false,
  })
  expect(await world.refusal(world.alice, next)).toBe('OtherChallenge')
  await world.approve()
  expect(await world.verdict()).toBe('approved')
  expect(await world.refusal(world.bob, world.revokeCall())).toBe('AccessControlUnauthorizedAccount')
  expect(world.eventsOf(await world.send(world.operator, world.revokeCall()))).toEqual([
    { eventName: 'ApprovalRevoked', args: { cooperator: world.shop, user: world.alice, by: world.operator } },
  ])
  expect(await world.verdict()).toBe('not-approved')
})

test('ends the approval based on a revoked credential and rejects further proofs from that credential', async () => {
  const handle = 2000n + BigInt(world.alice)
  await world.approve()
  const call = contractCalls.revokeHandle(world.verifier, { handle })
  expect(await world.refusal(world.alice, call)).toBe('AccessControlUnauthorizedAccount')
  expect(world.eventsOf(await world.send(world.operator, call))).toEqual([
    { eventName: 'HandleWasRevoked', args: { handle, by: world.operator } },
  ])
  expect(await world.account()).toMatchObject({
    verdict: 'handle-revoked',
    verified: false,
    hasApproved: true,
  })
  expect(await world.refusedApproval({})).toBe('CredentialRevoked')
  expect(await world.refusal(world.operator, call)).toBe('CredentialRevoked')
  await world.approve(world.alice, { handle: handle + 1n })
  expect(await world.verdict()).toBe('approved')
})

test('ends all approvals based on a removed issuer and does not restore them', async () => {
  await world.approve()
  const add = contractCalls.addIssuer(world.verifier, { issuerKey: world.issuer })
  const remove = contractCalls.removeIssuer(world.verifier, { issuerKey: world.issuer })
  expect(await world.refusal(world.admin, add)).toBe('IssuerKnown')
  expect(await world.refusal(world.operator, add)).toBe('AccessControlUnauthorizedAccount')
  expect(await world.refusal(world.alice, remove)).toBe('AccessControlUnauthorizedAccount')
  expect(world.eventsOf(await world.send(world.operator, remove))).toEqual([
    { eventName: 'IssuerWasRemoved', args: { issuerKey: world.issuer, by: world.operator } },
  ])
  expect(await world.refusal(world.admin, remove)).toBe('UnknownIssuer')
  expect(await world.account()).toMatchObject({ verdict: 'issuer-removed', hasApproved: true })
  expect(await world.refusedApproval({})).toBe('UnknownIssuer')
  const added = await world.send(world.admin, add)
  const from = (await world.now()) + BigInt(world.adminDelaySeconds)
  expect(world.eventsOf(added)).toEqual([
    { eventName: 'IssuerAdded', args: { issuerKey: world.issuer, from: Number(from) } },
  ])
  expect(await world.verdict()).toBe('issuer-removed')
  await world.travelTo(from - 2n)
  expect(await world.refusedApproval({}), 'the issuer is pending until the delay is over').toBe(
    'UnknownIssuer',
  )
  expect(await world.refusal(world.admin, add)).toBe('IssuerKnown')
  await world.travelTo(from)
  await world.approve()
  expect(await world.verdict()).toBe('approved')
  await world.send(world.admin, remove)
})
