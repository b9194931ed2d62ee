import { encodeFunctionData, type Hex, keccak256, parseEventLogs, toHex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from './contract-calls.ts'
import type { CredentialKind } from './credential-kinds.ts'
import { readToken } from './read-token.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { createContractWorld } from './testing/create-contract-world.ts'

let node: TestNode
let world: Awaited<ReturnType<typeof createContractWorld>>
let clean: Hex
let until: bigint
const id = (name: string) => keccak256(toHex(name))

beforeAll(async () => {
  node = await startTestNode()
  world = await createContractWorld({ url: node.url })
  until = (await world.now()) + 1_000_000n
  clean = await world.client.snapshot()
})
afterAll(() => node.stop())
beforeEach(async () => {
  await world.client.revert({ id: clean })
  clean = await world.client.snapshot()
})

type MintChange = Partial<Parameters<typeof contractCalls.mint>[1]>
function mintCall(change: MintChange = {}) {
  const usual = {
    holder: alice(),
    person: id('ann'),
    kind: 'kyc',
    validUntil: until,
    mintId: id('mint 1'),
  } as const
  return contractCalls.mint(world.sbt, { ...usual, ...change })
}
const alice = () => world.users[0] ?? zeroAddress
const bob = () => world.users[1] ?? zeroAddress
const mint = (change: MintChange = {}) => world.send(world.minter, mintCall(change))
const refusedMint = (change: MintChange, from = world.minter) => world.refusal(from, mintCall(change))
const call = (functionName: 'pause' | 'unpause') => ({
  to: world.sbt,
  data: encodeFunctionData({ abi: svcSbtAbi, functionName }),
})
const revokeKind = (tokenId: bigint, kind: CredentialKind) =>
  contractCalls.revokeKind(world.sbt, { tokenId, kind })
const burn = (tokenId: bigint) => contractCalls.burn(world.sbt, { tokenId })
const eventsOf = ({ logs }: Awaited<ReturnType<typeof world.send>>) =>
  parseEventLogs({ abi: svcSbtAbi, logs }).map(({ eventName, args }) => ({ eventName, args }))
const sbt = () => ({ abi: svcSbtAbi, address: world.sbt }) as const

test('mints one token per person, with the verified kinds and their expiry', async () => {
  const receipt = await mint()
  expect(eventsOf(receipt)).toEqual([
    { eventName: 'Transfer', args: { from: zeroAddress, to: alice(), tokenId: 1n } },
    {
      eventName: 'TokenMinted',
      args: { tokenId: 1n, person: id('ann'), holder: alice(), mintId: id('mint 1') },
    },
    { eventName: 'Locked', args: { tokenId: 1n } },
    { eventName: 'KindSet', args: { tokenId: 1n, kind: 2, validUntil: until, mintId: id('mint 1') } },
  ])
  const token = await readToken(world.client, world.sbt, { person: id('ann') })
  expect(token).toEqual({
    tokenId: 1n,
    blockNumber: receipt.blockNumber,
    holder: alice(),
    person: id('ann'),
    kinds: [{ kind: 'kyc', validUntil: until, revoked: false, valid: true }],
  })
  expect(await readToken(world.client, world.sbt, { mintId: id('mint 1') })).toEqual(token)
  expect(await readToken(world.client, world.sbt, { tokenId: 1n })).toEqual(token)
  expect(await readToken(world.client, world.sbt, { tokenId: 2n })).toBeUndefined()
  expect(await readToken(world.client, world.sbt, { person: id('ben') })).toBeUndefined()
})

test('rejects a mint id that has already been used, whatever the arguments', async () => {
  await mint()
  expect(await refusedMint({})).toBe('MintIdUsed')
  expect(await refusedMint({ person: id('ben'), holder: bob() })).toBe('MintIdUsed')
  expect(await refusedMint({ validUntil: 1n }), 'a repeated mint with an expiry in the past').toBe(
    'MintIdUsed',
  )
  await world.send(alice(), burn(1n))
  expect(await refusedMint({})).toBe('MintIdUsed')
})

test('adds another kind to the same token and renews an existing kind', async () => {
  await mint()
  await mint({ kind: 'address', mintId: id('mint 2'), validUntil: until + 5n })
  const renewed = await mint({ validUntil: until + 10n, mintId: id('mint 3') })
  expect(eventsOf(renewed).map(({ eventName }) => eventName)).toEqual(['KindSet'])
  const token = await readToken(world.client, world.sbt, { mintId: id('mint 3') })
  expect(token?.tokenId).toBe(1n)
  expect(token?.kinds).toEqual([
    { kind: 'kyc', validUntil: until + 10n, revoked: false, valid: true },
    { kind: 'address', validUntil: until + 5n, revoked: false, valid: true },
  ])
  expect(await world.client.readContract({ ...sbt(), functionName: 'balanceOf', args: [alice()] })).toBe(1n)
})

test('rejects a second token in another wallet until the first one is burned', async () => {
  await mint()
  expect(await refusedMint({ holder: bob(), mintId: id('mint 2') })).toBe('PersonHasToken')
  const burned = await world.send(alice(), burn(1n))
  expect(eventsOf(burned)).toEqual([
    { eventName: 'Transfer', args: { from: alice(), to: zeroAddress, tokenId: 1n } },
    { eventName: 'TokenBurned', args: { tokenId: 1n, person: id('ann'), by: alice() } },
  ])
  expect(await readToken(world.client, world.sbt, { mintId: id('mint 1') })).toMatchObject({
    tokenId: 1n,
    holder: undefined,
    kinds: [],
  })
  await mint({ holder: bob(), mintId: id('mint 2') })
  expect(await readToken(world.client, world.sbt, { person: id('ann') })).toMatchObject({
    tokenId: 2n,
    holder: bob(),
  })
})

test('rejects invalid mints', async () => {
  expect(await refusedMint({}, alice())).toBe('AccessControlUnauthorizedAccount')
  expect(await refusedMint({}, world.admin)).toBe('AccessControlUnauthorizedAccount')
  expect(await refusedMint({ person: zeroHash })).toBe('ZeroId')
  expect(await refusedMint({ mintId: zeroHash })).toBe('ZeroId')
  expect(await refusedMint({ holder: zeroAddress })).toBe('ERC721InvalidReceiver')
  expect(await refusedMint({ validUntil: (await world.now()) - 1n })).toBe('AlreadyExpired')
  for (const kind of [0, 5, 255]) {
    const args = [alice(), id('ann'), kind, until, id('mint 1')] as const
    const data = encodeFunctionData({ abi: svcSbtAbi, functionName: 'mint', args })
    expect(await world.refusal(world.minter, { to: world.sbt, data })).toBe('UnknownKind')
  }
})

test('treats a kind as valid up to and including its last second', async () => {
  await mint()
  const valid = () => world.client.readContract({ ...sbt(), functionName: 'isValid', args: [1n, 2] })
  await world.travelTo(until)
  expect(await valid()).toBe(true)
  await world.travelTo(until + 1n)
  expect(await valid()).toBe(false)
})

test('lets only the revoker revoke a kind, allows this only once, and lets the kind be minted again', async () => {
  await mint()
  expect(await world.refusal(alice(), revokeKind(1n, 'kyc'))).toBe('AccessControlUnauthorizedAccount')
  expect(await world.refusal(world.minter, revokeKind(1n, 'kyc'))).toBe('AccessControlUnauthorizedAccount')
  expect(await world.refusal(world.operator, revokeKind(2n, 'kyc'))).toBe('ERC721NonexistentToken')
  expect(await world.refusal(world.operator, revokeKind(1n, 'address'))).toBe('KindNotHeld')
  const receipt = await world.send(world.operator, revokeKind(1n, 'kyc'))
  expect(eventsOf(receipt)).toEqual([
    { eventName: 'KindRevoked', args: { tokenId: 1n, kind: 2, by: world.operator } },
  ])
  expect(await world.refusal(world.operator, revokeKind(1n, 'kyc'))).toBe('KindNotHeld')
  expect((await readToken(world.client, world.sbt, { tokenId: 1n }))?.kinds).toEqual([
    { kind: 'kyc', validUntil: until, revoked: true, valid: false },
  ])
  await mint({ mintId: id('mint 2') })
  expect((await readToken(world.client, world.sbt, { tokenId: 1n }))?.kinds[0]?.valid).toBe(true)
})

test('allows only the holder and the revoker to burn a token', async () => {
  await mint()
  expect(await world.refusal(bob(), burn(1n))).toBe('NotHolderNorRevoker')
  expect(await world.refusal(world.minter, burn(1n))).toBe('NotHolderNorRevoker')
  await world.send(world.operator, burn(1n))
  expect(await world.refusal(world.operator, burn(1n))).toBe('ERC721NonexistentToken')
})

test('blocks transfers and approvals of a token', async () => {
  await mint()
  const attempts = [
    encodeFunctionData({ abi: svcSbtAbi, functionName: 'transferFrom', args: [alice(), bob(), 1n] }),
    encodeFunctionData({ abi: svcSbtAbi, functionName: 'safeTransferFrom', args: [alice(), bob(), 1n] }),
    encodeFunctionData({
      abi: svcSbtAbi,
      functionName: 'safeTransferFrom',
      args: [alice(), bob(), 1n, '0x'],
    }),
    encodeFunctionData({ abi: svcSbtAbi, functionName: 'approve', args: [bob(), 1n] }),
    encodeFunctionData({ abi: svcSbtAbi, functionName: 'setApprovalForAll', args: [bob(), true] }),
  ]
  for (const data of attempts) expect(await world.refusal(alice(), { to: world.sbt, data })).toBe('Soulbound')
  expect(await world.client.readContract({ ...sbt(), functionName: 'locked', args: [1n] })).toBe(true)
  await expect(world.client.readContract({ ...sbt(), functionName: 'locked', args: [2n] })).rejects.toThrow()
})

test('stops only minting while paused', async () => {
  await mint()
  expect(await world.refusal(world.minter, call('pause'))).toBe('AccessControlUnauthorizedAccount')
  expect(eventsOf(await world.send(world.admin, call('pause')))).toEqual([
    { eventName: 'Paused', args: { account: world.admin } },
  ])
  expect(await refusedMint({ mintId: id('mint 2') })).toBe('EnforcedPause')
  await world.send(world.operator, revokeKind(1n, 'kyc'))
  await world.send(alice(), burn(1n))
  expect(await world.refusal(world.minter, call('unpause'))).toBe('AccessControlUnauthorizedAccount')
  await world.send(world.admin, call('unpause'))
  expect(await world.refusal(world.admin, call('unpause'))).toBe('ExpectedPause')
  await mint({ mintId: id('mint 2') })
})

test('changes the admin in two steps after the delay and never gives the deployer a role', async () => {
  const begin = encodeFunctionData({
    abi: svcSbtAbi,
    functionName: 'beginDefaultAdminTransfer',
    args: [bob()],
  })
  const accept = encodeFunctionData({ abi: svcSbtAbi, functionName: 'acceptDefaultAdminTransfer' })
  const to = world.sbt
  expect(await world.refusal(world.deployer, { to, data: begin })).toBe('AccessControlUnauthorizedAccount')
  await world.send(world.admin, { to, data: begin })
  expect(await world.refusal(alice(), { to, data: accept })).toBe('AccessControlInvalidDefaultAdmin')
  expect(await world.refusal(bob(), { to, data: accept })).toBe('AccessControlEnforcedDefaultAdminDelay')
  await world.travelTo((await world.now()) + 61n)
  await world.send(bob(), { to, data: accept })
  expect(await world.client.readContract({ ...sbt(), functionName: 'defaultAdmin' })).toBe(bob())
})

test('reports its interfaces through ERC-165', async () => {
  const supports = (interfaceId: Hex) =>
    world.client.readContract({ ...sbt(), functionName: 'supportsInterface', args: [interfaceId] })
  // ERC-165, ERC-721, ERC-721 metadata, ERC-5192.
  for (const known of ['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f', '0xb45a3c0e'] as const) {
    expect(await supports(known), known).toBe(true)
  }
  expect(await supports('0xffffffff')).toBe(false)
})

test('describes the token with its valid kinds', async () => {
  await mint()
  await mint({ kind: 'personhood', mintId: id('mint 2') })
  await mint({ kind: 'investor', mintId: id('mint 3') })
  await world.send(world.operator, revokeKind(1n, 'investor'))
  const uri = await world.client.readContract({ ...sbt(), functionName: 'tokenURI', args: [1n] })
  const [head, body] = uri.split(',') as [string, string]
  expect(head).toBe('data:application/json;base64')
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toEqual({
    name: 'Verification 1',
    description: 'Soulbound proof of verification. It holds no personal data and cannot be moved.',
    attributes: [
      { display_type: 'date', trait_type: 'Personhood until', value: Number(until) },
      { display_type: 'date', trait_type: 'KYC until', value: Number(until) },
    ],
  })
})
