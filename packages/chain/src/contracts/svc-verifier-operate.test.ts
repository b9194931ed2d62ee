import { type Address, encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
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

const day = 24n * 60n * 60n
const pauseCall = (functionName: 'pause' | 'unpause') => ({
  to: world.verifier,
  data: encodeFunctionData({ abi: svcVerifierAbi, functionName }),
})

test('requires new approvals after each change of the questions, even if the change is undone', async () => {
  await world.approve()
  const changed = await world.setQuestions({ questions: 100n })
  expect(world.eventsOf(changed)).toEqual([
    {
      eventName: 'QuestionSetChanged',
      args: {
        cooperator: world.shop,
        kind: 2,
        version: 2,
        merchant: world.questionSet.merchant,
        program: world.questionSet.program,
        questions: 100n,
        approvalPeriod: 1000,
      },
    },
  ])
  expect(await world.verdict()).toBe('old-question-set')
  await world.setQuestions()
  expect(await world.verdict()).toBe('old-question-set')
  const remove = contractCalls.removeQuestionSet(world.verifier, { cooperator: world.shop })
  expect(await world.refusal(world.alice, remove)).toBe('AccessControlUnauthorizedAccount')
  await world.approve()
  expect(world.eventsOf(await world.send(world.operator, remove))).toEqual([
    { eventName: 'QuestionSetRemoved', args: { cooperator: world.shop, version: 4 } },
  ])
  expect(await world.account()).toMatchObject({ verdict: 'no-question-set', questionSet: undefined })
  expect(await world.refusal(world.operator, remove)).toBe('CooperatorWithoutQuestions')
  await world.setQuestions()
  expect(await world.verdict()).toBe('old-question-set')
})

test('rejects invalid question sets', async () => {
  const set = (change: object, from = world.operator) =>
    world.refusal(
      from,
      contractCalls.setQuestionSet(world.verifier, {
        cooperator: world.shop,
        ...world.questionSet,
        ...change,
      }),
    )
  expect(await set({}, world.admin)).toBe('AccessControlUnauthorizedAccount')
  expect(await set({ cooperator: zeroAddress })).toBe('ZeroAddress')
  expect(await set({ approvalSeconds: 0 })).toBe('ZeroPeriod')
  const args = [world.shop, 5, 1n, 1n, 1n, 1] as const
  const data = encodeFunctionData({ abi: svcVerifierAbi, functionName: 'setQuestionSet', args })
  expect(await world.refusal(world.operator, { to: world.verifier, data })).toBe('UnknownKind')
})

test('grants once per grant id to the holder of a valid token', async () => {
  await world.mint()
  const receipt = await world.grant()
  expect(world.eventsOf(receipt)).toEqual([
    {
      eventName: 'Granted',
      args: {
        cooperator: world.shop,
        user: world.alice,
        grantId: world.id('grant 1'),
        tokenId: 1n,
        version: 1,
        validUntil: world.until,
      },
    },
  ])
  expect(await world.account()).toMatchObject({
    verdict: 'approved',
    approval: { by: 'grant', validUntil: world.until, handle: undefined },
    token: { tokenId: 1n, holder: world.alice },
  })
  expect(await world.refusal(world.operator, world.grantCall())).toBe('GrantIdUsed')
  await world.send(world.alice, world.revokeOwnCall())
  expect(await world.refusal(world.operator, world.grantCall())).toBe('GrantIdUsed')
  expect(await world.verdict()).toBe('not-approved')
})

test('grants to any wallet of the person, whichever wallet holds the token', async () => {
  await world.mint()
  await world.grant({ user: world.bob })
  expect(await world.account(world.bob)).toMatchObject({
    verified: true,
    approval: { by: 'grant' },
    token: { tokenId: 1n, holder: world.alice },
  })
  expect(await world.verdict(world.alice)).toBe('not-approved')
})

test('rejects invalid grants', async () => {
  await world.mint()
  await world.mint({ holder: world.bob, kind: 'address', mintId: world.id('mint 2') })
  const refusedGrant = (change: object, from = world.operator) => world.refusal(from, world.grantCall(change))
  expect(await refusedGrant({}, world.admin)).toBe('AccessControlUnauthorizedAccount')
  expect(await refusedGrant({ grantId: zeroHash })).toBe('ZeroId')
  expect(await refusedGrant({ cooperator: world.bob })).toBe('CooperatorWithoutQuestions')
  expect(await refusedGrant({ validUntil: 1n })).toBe('AlreadyExpired')
  expect(await refusedGrant({ tokenId: 3n })).toBe('KindNotValid')
  expect(await refusedGrant({ tokenId: 0n })).toBe('KindNotValid')
  expect(await refusedGrant({ tokenId: 2n, user: world.bob })).toBe('KindNotValid')
})

test('ends a grant when its token is revoked, burned or expired', async () => {
  await world.mint()
  await world.grant()
  const granted = await world.client.snapshot()
  await world.send(world.operator, contractCalls.revokeKind(world.sbt, { tokenId: 1n, kind: 'kyc' }))
  expect(await world.account()).toMatchObject({
    verdict: 'token-not-valid',
    hasApproved: true,
    verified: false,
  })
  await world.client.revert({ id: granted })
  await world.send(world.alice, contractCalls.burn(world.sbt, { tokenId: 1n }))
  expect(await world.account()).toMatchObject({ verdict: 'token-not-valid', token: { holder: undefined } })
  // A new mint for the same person creates another token, which needs another grant.
  await world.send(
    world.minter,
    contractCalls.mint(world.sbt, {
      holder: world.alice,
      person: world.id(`person of ${world.alice}`),
      kind: 'kyc',
      validUntil: world.until + day,
      mintId: world.id('again'),
    }),
  )
  expect(await world.verdict()).toBe('token-not-valid')
  await world.send(
    world.operator,
    world.grantCall({ tokenId: 2n, validUntil: world.until + 2n * day, grantId: world.id('grant 2') }),
  )
  expect(await world.verdict()).toBe('approved')
  await world.travelTo(world.until + day + 1n)
  expect(await world.verdict()).toBe('token-not-valid')
  await world.travelTo(world.until + 2n * day + 1n)
  expect(await world.verdict()).toBe('expired')
})

test('stops approvals and grants while paused, but not revocations or reads', async () => {
  await world.mint()
  await world.approve()
  expect(await world.refusal(world.operator, pauseCall('pause'))).toBe('AccessControlUnauthorizedAccount')
  await world.send(world.admin, pauseCall('pause'))
  expect(await world.account()).toMatchObject({ verdict: 'approved', paused: true })
  expect(await world.refusedApproval({})).toBe('EnforcedPause')
  expect(await world.refusal(world.operator, world.grantCall())).toBe('EnforcedPause')
  await world.send(world.operator, contractCalls.revokeHandle(world.verifier, { handle: 1n }))
  await world.send(world.alice, world.revokeOwnCall())
  expect(await world.verdict()).toBe('not-approved')
  await world.send(world.operator, world.revokeCall())
  await world.send(world.admin, pauseCall('unpause'))
  await world.approve()
  expect(await world.verdict()).toBe('approved')
})

test('lets only the admin set a verifier contract, and only for the kind that the contract reports', async () => {
  const proofVerifier = world.deployment.contracts['SvcProofVerifier:personhood']?.address ?? zeroAddress
  const set = (kind: 'kyc' | 'personhood', address: Address) =>
    contractCalls.setProofVerifier(world.verifier, { kind, proofVerifier: address })
  expect(await world.refusal(world.operator, set('kyc', zeroAddress))).toBe(
    'AccessControlUnauthorizedAccount',
  )
  expect(await world.refusal(world.admin, set('kyc', proofVerifier))).toBe('WrongProofVerifier')
  expect(world.eventsOf(await world.send(world.admin, set('kyc', zeroAddress)))).toEqual([
    {
      eventName: 'ProofVerifierChanged',
      args: { kind: 2, verifier: zeroAddress, from: Number(await world.now()) },
    },
  ])
  // Removing a verifier takes effect immediately, but adding one takes effect only after the delay.
  expect(await world.refusedApproval({})).toBe('NoProofVerifier')
  const own = world.deployment.contracts['SvcProofVerifier:kyc']?.address ?? zeroAddress
  await world.send(world.admin, set('kyc', own))
  const from = (await world.now()) + BigInt(world.adminDelaySeconds)
  expect(await world.refusedApproval({})).toBe('NoProofVerifier')
  await world.travelTo(from)
  await world.approve()
  // A pending verifier does not replace the active one until its delay is over.
  await world.send(world.admin, set('kyc', own))
  await world.approve()
  await world.send(world.admin, set('kyc', zeroAddress))
  await world.send(world.admin, set('personhood', proofVerifier))
})
