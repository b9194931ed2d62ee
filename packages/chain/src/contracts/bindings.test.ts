import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeErrorResult, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { checkDeployment } from './check-deployment.ts'
import { contractCalls } from './contract-calls.ts'
import { decodeFailure } from './decode-failure.ts'
import { readDeployment, writeDeployment } from './deployment-file.ts'
import { deploymentPlan } from './deployment-plan.ts'
import { describeDeployment } from './describe-deployment.ts'
import { parseDeployment } from './parse-deployment.ts'
import { readArtifact } from './read-artifact.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { createVerifierWorld } from './testing/create-verifier-world.ts'

let node: TestNode
let world: Awaited<ReturnType<typeof createVerifierWorld>>
const folder = mkdtempSync(join(tmpdir(), 'deployments-'))

beforeAll(async () => {
  node = await startTestNode()
  world = await createVerifierWorld(node.url)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await node.stop()
})

test('lists the steps of a plan in order and rejects any other order', () => {
  const steps = deploymentPlan({
    admin: world.admin,
    minter: world.minter,
    operator: world.operator,
    verificationKeys: { personhood: world.personhood.verificationKey, kyc: world.kyc.verificationKey },
    issuers: [1n],
  })
  expect(steps.map(({ name }) => name)).toEqual([
    'SvcProofVerifier:personhood',
    'SvcProofVerifier:kyc',
    'SvcSBT',
    'SvcVerifier',
  ])
  expect(() => steps[3]?.data({})).toThrow(expect.objectContaining({ code: 'chain.deployment-out-of-order' }))
  expect(() => describeDeployment(1, steps, {})).toThrow(
    expect.objectContaining({ code: 'chain.deployment-incomplete' }),
  )
  // The default delay for a new admin is two days.
  expect(steps[2]?.data({})).toContain((2 * 24 * 3600).toString(16).padStart(64, '0'))
})

test('writes a deployment, reads it back and compares it with the chain', async () => {
  expect(readDeployment(folder, world.chainId)).toBeUndefined()
  writeDeployment(folder, world.deployment)
  expect(readdirSync(folder)).toEqual([`${world.chainId}.json`])
  expect(readDeployment(folder, world.chainId)).toEqual(world.deployment)
  expect(world.deployment.contracts.SvcSBT).toMatchObject({
    contract: 'SvcSBT',
    sourceHash: readArtifact('SvcSBT').sourceHash,
    compiler: expect.stringMatching(/^0\.8\.37\+/),
  })
  expect(await checkDeployment(world.client, world.deployment)).toEqual({
    'SvcProofVerifier:personhood': 'matches',
    'SvcProofVerifier:kyc': 'matches',
    SvcSBT: 'matches',
    SvcVerifier: 'matches',
  })
  const { SvcSBT, SvcVerifier } = world.deployment.contracts
  const swapped = {
    SvcSBT: { ...SvcSBT, address: SvcVerifier.address },
    SvcVerifier: { ...SvcVerifier, address: world.alice },
  }
  expect(await checkDeployment(world.client, { ...world.deployment, contracts: swapped })).toEqual({
    SvcSBT: 'differs',
    SvcVerifier: 'missing',
  })
})

test('rejects an invalid deployment file and never writes an invalid one', () => {
  const good = world.deployment
  const text = (change: object) => JSON.stringify({ ...good, ...change })
  const withSbt = (change: object) =>
    text({ contracts: { ...good.contracts, SvcSBT: { ...good.contracts.SvcSBT, ...change } } })
  const broken = [
    '',
    '[]',
    'null',
    text({ format: 2 }),
    text({ chainId: 1 }),
    text({ more: 1 }),
    text({ contracts: [] }),
    text({ contracts: { SvcSBT: good.contracts.SvcSBT } }),
    text({ contracts: { ...good.contracts, Other: good.contracts.SvcSBT } }),
    text({ contracts: { ...good.contracts, SvcVerifier: good.contracts.SvcSBT } }),
    text({ contracts: { ...good.contracts, SvcSBT: 'none' } }),
    withSbt({ address: '0x12' }),
    // One letter has the wrong case, so the checksum does not match.
    withSbt({ address: good.contracts.SvcSBT.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) }),
    withSbt({ transactionHash: '0x' }),
    withSbt({ blockNumber: -1 }),
    withSbt({ blockNumber: '1' }),
    withSbt({ compiler: 1 }),
    withSbt({ sourceHash: 'x' }),
    withSbt({ more: 1 }),
  ]
  expect(parseDeployment(text({}), world.chainId)).toEqual(good)
  for (const one of broken) {
    expect(() => parseDeployment(one, world.chainId), one.slice(0, 200)).toThrow(
      expect.objectContaining({ code: 'chain.deployment-broken' }),
    )
  }
  expect(() => writeDeployment(folder, { ...good, chainId: 5, format: 2 as 1 })).toThrow()
  expect(readdirSync(folder)).toEqual([`${world.chainId}.json`])
  writeFileSync(join(folder, '7.json'), readFileSync(join(folder, `${world.chainId}.json`)))
  expect(() => readDeployment(folder, 7)).toThrow(/chain ID/)
})

test('decodes a contract error and ignores other errors', async () => {
  const hash = keccak256(toHex('x'))
  const used = encodeErrorResult({ abi: svcSbtAbi, errorName: 'MintIdUsed', args: [hash, 7n] })
  const decoded = { name: 'MintIdUsed', args: [hash, 7n], sentence: 'This mint was already executed.' }
  expect(decodeFailure(used)).toEqual(decoded)
  expect(decodeFailure({ code: 3, message: 'execution reverted', data: used })).toEqual(decoded)
  expect(decodeFailure(new Error('outer', { cause: { data: { data: used } } }))).toEqual(decoded)
  const text = `0x08c379a0${(32).toString(16).padStart(64, '0')}${(2).toString(16).padStart(64, '0')}6e6f${'0'.repeat(60)}`
  expect(decodeFailure(text)?.sentence).toBe('The contract reverted: no')
  const panic = `0x4e487b71${(17).toString(16).padStart(64, '0')}`
  expect(decodeFailure(panic)).toMatchObject({ name: 'Panic', args: [17n] })
  expect(decodeFailure('0x')?.name).toBe('Unknown')
  expect(decodeFailure('0x12345678')?.name).toBe('Unknown')
  for (const none of [undefined, null, 7, 'text', new Error('fetch failed'), { data: 'text' }]) {
    expect(decodeFailure(none)).toBeUndefined()
  }
  // Triggers errors on a real node with each kind of viem call.
  const call = contractCalls.burn(world.sbt, { tokenId: 9n })
  const byCall = await world.client.call(call).catch((error: unknown) => error)
  const byEstimate = await world.client
    .estimateGas({ ...call, account: world.alice })
    .catch((error: unknown) => error)
  const byRead = await world.client
    .readContract({ abi: svcSbtAbi, address: world.sbt, functionName: 'ownerOf', args: [9n] })
    .catch((error: unknown) => error)
  for (const error of [byCall, byEstimate, byRead]) {
    expect(decodeFailure(error)).toMatchObject({ name: 'ERC721NonexistentToken', args: [9n] })
  }
})
