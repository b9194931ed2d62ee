import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { type ContractProof, toContractProof } from './contract-proof.ts'
import { decodeFailure } from './decode-failure.ts'
import type { PublicSignals } from './public-signals.ts'
import { readArtifact } from './read-artifact.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { bn254 } from './testing/bn254.ts'
import { createContractWorld } from './testing/create-contract-world.ts'
import { createSimulatedCircuit } from './testing/create-simulated-circuit.ts'
import { encodeVerificationKey } from './verification-key.ts'

let node: TestNode
let world: Awaited<ReturnType<typeof createContractWorld>>
const circuit = createSimulatedCircuit('kyc')
const signals = Array.from({ length: 10 }, (_, index) => BigInt(index) ** 20n)
const proof = toContractProof(circuit.prove(signals))

beforeAll(async () => {
  node = await startTestNode()
  world = await createContractWorld({ url: node.url, verificationKeys: { kyc: circuit.verificationKey } })
})
afterAll(() => node.stop())

/** Returns the name of the contract's error, or undefined if the proof is valid. */
async function check({ a, b, c }: ContractProof, given: readonly bigint[]): Promise<string | undefined> {
  const contract = world.deployment.contracts['SvcProofVerifier:kyc']
  try {
    await world.client.readContract({
      abi: svcProofVerifierAbi,
      address: contract?.address ?? '0x',
      functionName: 'verifyProof',
      args: [a, b, c, given as unknown as PublicSignals],
    })
    return undefined
  } catch (error) {
    return decodeFailure(error)?.name ?? String(error)
  }
}

const { base, order } = bn254
const changed = (change: Partial<ContractProof>): ContractProof => ({ ...proof, ...change })

test('accepts a proof for its own signals, including the smallest and largest possible signals', async () => {
  expect(await check(proof, signals)).toBeUndefined()
  const largest = signals.map(() => order - 1n)
  expect(await check(toContractProof(circuit.prove(largest)), largest)).toBeUndefined()
  const zeros = signals.map(() => 0n)
  expect(await check(toContractProof(circuit.prove(zeros)), zeros)).toBeUndefined()
})

test('rejects a proof for any other signal', async () => {
  for (const index of signals.keys()) {
    const others = signals.map((signal, place) => (place === index ? signal + 1n : signal))
    expect(await check(proof, others), `signal ${index}`).toBe('ProofRejected')
  }
})

test('rejects a signal increased by the field order, although the verification equation would still hold', async () => {
  for (const index of signals.keys()) {
    const aliased = signals.map((signal, place) => (place === index ? signal + order : signal))
    expect(await check(proof, aliased), `signal ${index}`).toBe('SignalOutOfField')
  }
})

test('rejects a tampered proof', async () => {
  const { a, b, c } = proof
  const other = toContractProof(circuit.prove(signals.map((signal) => signal + 1n)))
  const tampered: ContractProof[] = [
    changed({ a: other.a }),
    changed({ b: other.b }),
    changed({ c: other.c }),
    changed({ a: c, c: a }),
    // Use the other square root: the y coordinate of the negated point.
    changed({ a: [a[0], base - a[1]] }),
    changed({ b: [[b[0][1], b[0][0]], b[1]] }),
    // All coordinates are zero: the identity elements of both groups.
    {
      a: [0n, 0n],
      b: [
        [0n, 0n],
        [0n, 0n],
      ],
      c: [0n, 0n],
    },
  ]
  for (const [index, one] of tampered.entries()) {
    expect(await check(one, signals), `tampering ${index}`).toBe('ProofRejected')
  }
})

test('rejects points that are not on their curve or not in their field', async () => {
  const { a, b, c } = proof
  const off: ContractProof[] = [
    changed({ a: [a[0], a[1] + 1n] }),
    changed({ a: [a[0] + base, a[1]] }),
    changed({ a: [a[0], a[1] + base] }),
    changed({ a: [a[0], base] }),
    changed({ a: [a[0], 2n ** 256n - 1n] }),
    changed({ b: [[b[0][0], b[0][1] + 1n], b[1]] }),
    changed({ b: [b[0], [b[1][0] + base, b[1][1]]] }),
    changed({ c: [1n, 1n] }),
    changed({ c: [c[0] + base, c[1]] }),
  ]
  for (const [index, one] of off.entries()) {
    expect(await check(one, signals), `point ${index}`).toBe('ProofRejected')
  }
})

test('rejects calls of the wrong length', async () => {
  const to = world.deployment.contracts['SvcProofVerifier:kyc']?.address ?? '0x'
  const args = [proof.a, proof.b, proof.c, signals as unknown as PublicSignals] as const
  const data = encodeFunctionData({ abi: svcProofVerifierAbi, functionName: 'verifyProof', args })
  await world.client.call({ to, data })
  await expect(world.client.call({ to, data: data.slice(0, -64) as Hex })).rejects.toThrow('reverted')
})

test('rejects a malformed key before deployment and a key with an invalid point during deployment', async () => {
  const key = [...encodeVerificationKey(circuit.verificationKey)]
  const deploy = (words: readonly bigint[]) =>
    world.refusal(world.deployer, {
      data: encodeDeployData({
        abi: svcProofVerifierAbi,
        bytecode: readArtifact('SvcProofVerifier').bytecode,
        args: [2, words as unknown as ReturnType<typeof encodeVerificationKey>],
      }),
    })
  expect(await deploy(key)).toBe('accepted')
  // One coordinate of each point: alpha, beta, gamma, delta and the eleven points of the signals.
  for (const index of [0, 2, 6, 10, ...Array.from({ length: 11 }, (_, point) => 14 + 2 * point)]) {
    const broken = key.map((word, place) => (place === index ? word + 1n : word))
    expect(await deploy(broken), `word ${index}`).toBe('KeyRejected')
  }
  expect(await deploy(key.map((word, place) => (place === 15 ? word + base : word)))).toBe('KeyRejected')

  const { verificationKey } = circuit
  const refused = [
    { ...verificationKey, nPublic: 9 },
    { ...verificationKey, curve: 'bls12381' },
    { ...verificationKey, protocol: 'plonk' },
    { ...verificationKey, IC: verificationKey.IC.slice(1) },
    { ...verificationKey, vk_alpha_1: ['0', '1', '0'] },
    { ...verificationKey, vk_alpha_1: ['0x1', '2', '1'] },
    {
      ...verificationKey,
      vk_beta_2: [
        ['1', '0'],
        ['1', '0'],
        ['0', '0'],
      ],
    },
  ]
  for (const one of refused) {
    expect(() => encodeVerificationKey(one)).toThrow(
      expect.objectContaining({ code: 'chain.verification-key-broken' }),
    )
  }
})

test('returns the deployed verification key', async () => {
  const address = world.deployment.contracts['SvcProofVerifier:kyc']?.address ?? '0x'
  const onChain = await world.client.readContract({
    abi: svcProofVerifierAbi,
    address,
    functionName: 'verificationKey',
  })
  expect(onChain).toEqual(encodeVerificationKey(circuit.verificationKey))
  expect(await world.client.readContract({ abi: svcProofVerifierAbi, address, functionName: 'kind' })).toBe(2)
})
