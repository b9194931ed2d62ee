import { readFileSync } from 'node:fs'
import { createManualClock } from '@touchstone/common'
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  type PublicClient,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mined } from '../../../../test/support/mined.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { createLogin } from './create-login.ts'
import { verifyLogin } from './verify-login.ts'

type Artifact = { abi: Abi; bytecode: Hex }
const artifact = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../artifacts/testing/${name}.json`, import.meta.url), 'utf8'),
  ) as Artifact
const walletArtifact = artifact('SignatureWallet')
const factoryArtifact = artifact('SignatureWalletFactory')

// Private key of the first default account on every development node. The key is public.
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const now = Date.parse('2026-01-31T12:00:00Z')
const clock = createManualClock(now)

let node: TestNode
let client: PublicClient
let deployed: Address
let factory: Address
let future: Address

beforeAll(async () => {
  node = await startTestNode()
  client = createPublicClient({ transport: http(node.url) })
  const sender = createWalletClient({ account: owner, transport: http(node.url) })
  const deploy = async (data: Hex, nonce: number) => {
    await node.rpc('anvil_setNonce', owner.address, `0x${nonce.toString(16)}`)
    const hash = await sender.sendTransaction({ data, chain: null, nonce })
    // Wait until the contract is mined, because the next call sets the account's nonce.
    await mined(client, hash)
    return getContractAddress({ from: owner.address, nonce: BigInt(nonce) })
  }
  const walletCode = encodeDeployData({ ...walletArtifact, args: [owner.address] })
  deployed = await deploy(walletCode, 0)
  factory = await deploy(factoryArtifact.bytecode, 1)
  future = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode: walletCode })
  await node.rpc('anvil_mine')
})
afterAll(() => node.stop())

function login(address: Address, chainId = '31337') {
  return createLogin({
    chainId,
    address,
    domain: 'login.example.com',
    uri: 'https://login.example.com/start',
    statement: 'Sign in to Touchstone.',
    nonce: 'a1b2c3d4e5f6a7b8c9d0',
    issuedAt: now - 10_000,
    expiresAt: now + 290_000,
  })
}
async function signed(address: Address, signer = owner, chainId = '31337') {
  const { challenge, request } = login(address, chainId)
  const message = request.family === 'evm' ? request.message : ''
  return { challenge, signature: await signer.signMessage({ message }) }
}
async function outcome(
  { challenge, signature }: Awaited<ReturnType<typeof signed>>,
  node: PublicClient | 'none' = client,
) {
  const answer = { family: 'evm', signature }
  const result = await verifyLogin({ challenge, answer, clock, ...(node === 'none' ? {} : { client: node }) })
  return result.ok ? `${result.by} ${result.account.address}` : result.reason
}
/** Wraps the signature of an undeployed wallet: the deployment call, followed by the owner's signature. */
function forFuture(signature: Hex): Hex {
  const data = encodeFunctionData({
    ...factoryArtifact,
    functionName: 'make',
    args: [owner.address, zeroHash],
  })
  return serializeErc6492Signature({ address: factory, data, signature })
}

test('accepts a signature that a contract wallet confirms (ERC-1271)', async () => {
  expect(await outcome(await signed(deployed))).toBe(`contract ${deployed.toLowerCase()}`)
  expect(await outcome(await signed(deployed, stranger))).toBe('bad-signature')
  const other = await signed(deployed)
  const { challenge } = login(deployed)
  const elsewhere = { ...challenge, nonce: 'ffffffffffffffffffff' }
  expect(await outcome({ ...other, challenge: elsewhere })).toBe('bad-signature')
})

test('accepts a signature of an undeployed contract wallet (ERC-6492)', async () => {
  expect(await client.getCode({ address: future })).toBeUndefined()
  const { challenge, signature } = await signed(future)
  expect(await outcome({ challenge, signature: forFuture(signature) })).toBe(
    `contract ${future.toLowerCase()}`,
  )
  // Without the wrapper, the node cannot verify the signature of an undeployed wallet.
  expect(await outcome({ challenge, signature })).toBe('bad-signature')
  const byStranger = await signed(future, stranger)
  expect(await outcome({ ...byStranger, signature: forFuture(byStranger.signature) })).toBe('bad-signature')
  // A wrapper that deploys one wallet is not valid for another wallet's address.
  const { challenge: others, signature: own } = await signed(stranger.address)
  expect(await outcome({ challenge: others, signature: forFuture(own) })).toBe('bad-signature')
  expect(await client.getCode({ address: future })).toBeUndefined()
})

test('accepts only key signatures and returns needs-node for any other signature when no node is available', async () => {
  expect(await outcome(await signed(owner.address), 'none')).toBe(`key ${owner.address.toLowerCase()}`)
  expect(await outcome(await signed(deployed), 'none')).toBe('needs-node')
  const { challenge, signature } = await signed(future)
  expect(await outcome({ challenge, signature: forFuture(signature) }, 'none')).toBe('needs-node')
})

test("accepts only the signature of the address's own key when a node is available", async () => {
  const good = await signed(owner.address)
  expect(await outcome(good)).toBe(`key ${owner.address.toLowerCase()}`)
  const byStranger = await signed(owner.address, stranger)
  expect(await outcome(byStranger)).toBe('bad-signature')
})

test('returns node-unavailable instead of bad-signature if a node is down or on another chain', async () => {
  expect(await outcome(await signed(deployed, owner, '137'))).toBe('node-unavailable')
  const gone = createPublicClient({ transport: http('http://127.0.0.1:1', { retryCount: 0 }) })
  expect(await outcome(await signed(deployed), gone)).toBe('node-unavailable')
})

test('returns bad-signature for an invalid contract wallet signature', async () => {
  const { challenge } = await signed(deployed)
  const wrapped = encodeAbiParameters([{ type: 'bytes' }], ['0x'])
  for (const signature of ['0x00', wrapped, `0x${'ff'.repeat(65)}`, forFuture('0x')] as Hex[]) {
    expect(await outcome({ challenge, signature })).toBe('bad-signature')
  }
})
