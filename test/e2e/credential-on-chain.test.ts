import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { contractCalls } from '@touchstone/chain'
import { createManualClock } from '@touchstone/common'
import {
  circuitInputs,
  circuitNames,
  developmentKeys,
  fieldModulus,
  leafOf,
  nullifierOf,
  openVerifier,
  type Proof,
  revocationHandleOf,
  type SignalName,
  signalNames,
  type Verifier,
} from '@touchstone/credential'
import { type Address, keccak256, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WitnessError } from '../../packages/credential/src/prove/calculate-witness.ts'
import {
  issuerKeyFor,
  makeSampleCredential,
  otherIssuerSecret,
  proveSample,
  sampleContext,
  sampleCredentialId,
  sampleIssuerSecret,
  sampleQuestions,
  sampleSecret,
} from '../../packages/credential/src/testing/index.ts'
import { handleEnding } from '../../packages/verification/src/revocation/order-revocation.ts'
import { noon, startCredentialChain } from '../support/credential-chain.ts'
import { testAll } from '../support/test-all.ts'

const { merchant, program } = sampleContext

/** The Poseidon hash functions as contracts, keyed by the number of inputs. */
const { code: poseidonContracts } = JSON.parse(
  readFileSync(new URL('../support/poseidon-contracts.json', import.meta.url), 'utf8'),
) as { code: Record<number, string> }

let verifier: Verifier
let chain: Awaited<ReturnType<typeof startCredentialChain>>
let world: typeof chain.world
let alice: Address
let bob: Address

beforeAll(async () => {
  chain = await startCredentialChain()
  ;({ world, alice, bob } = chain)
  verifier = await openVerifier({
    keys: developmentKeys,
    production: false,
    clock: createManualClock(noon),
    workers: 1,
  })
  await chain.ask('kyc')
})
afterAll(async () => {
  await verifier.close()
  await chain.stop()
})

/** Returns the service's decision about a proof, given the values that the contract currently expects. */
async function serverVerdict(proof: Proof, user: Address, change: { isRevoked?: () => boolean } = {}) {
  const challenge = await chain.nonceOf(user)
  const answer = await verifier.verify({
    proof,
    expected: {
      kind: proof.kind,
      merchant,
      program,
      wallet: BigInt(user),
      chain: 137n,
      questions: sampleQuestions[proof.kind].hash,
      challenge,
    },
    acceptedIssuers: [issuerKeyFor(sampleIssuerSecret)],
    isRevoked: () => false,
    ...change,
  })
  return answer.ok ? 'accepted' : answer.reason
}

const proofs = new Map<string, ReturnType<typeof proveSample>>()

/**
 * Returns a proof that is bound to the user's next challenge. Proofs are cached, because generating a proof
 * takes a second.
 */
async function proofFor(
  user: Address,
  kind: keyof typeof sampleQuestions = 'kyc',
  options: Parameters<typeof proveSample>[1] = {},
): ReturnType<typeof proveSample> {
  const context = { wallet: BigInt(user), challenge: await chain.nonceOf(user), ...options.context }
  const key = JSON.stringify([kind, { ...options, context }], (_, value) =>
    typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? toHex(value) : value,
  )
  const proof = proofs.get(key) ?? proveSample(sampleQuestions[kind], { ...options, context })
  proofs.set(key, proof)
  return await proof
}

async function bothSay(proof: Proof, user: Address, server: string, contract: string) {
  expect(await serverVerdict(proof, user)).toBe(server)
  expect(await chain.onChain(() => world.refusal(user, chain.approval(proof)))).toBe(contract)
}

test('circuit, TypeScript and Solidity calculate the same leaf, nullifier and handle', async () => {
  const deployed = new Map<number, Address>()
  const poseidon = async (...inputs: bigint[]): Promise<bigint> => {
    const size = inputs.length
    let address = deployed.get(size)
    if (!address) {
      const code = gunzipSync(Buffer.from(poseidonContracts[size] ?? '', 'base64'))
      const made = await world.send(world.deployer, { data: toHex(code) })
      address = made.contractAddress ?? undefined
      if (!address) throw new Error('the hash contract was not deployed')
      deployed.set(size, address)
    }
    return (await world.client.readContract({
      address,
      abi: parseAbi([`function poseidon(uint256[${size}] input) pure returns (uint256)`]),
      functionName: 'poseidon',
      args: [inputs],
    })) as bigint
  }
  const credential = makeSampleCredential()
  const proof = await proofFor(alice)
  const signal = (name: string) => circuitInputs(proof.request)[name] ?? 0n
  const head = await poseidon(2n, 77n, sampleCredentialId, 20271231n, 2n, signal('performed'))
  const identity = await poseidon(signal('birthDate'), signal('citizenship'), signal('documentExpiry'))
  const place = await poseidon(signal('residence'), signal('location'), signal('residenceUntil'))
  const standing = await poseidon(
    signal('sanctionResult'),
    signal('sanctionDate'),
    signal('accreditation'),
    signal('accreditedUntil'),
  )
  const commitment = await poseidon(1n, sampleSecret)
  expect(await poseidon(head, identity, place, standing, commitment)).toBe(leafOf(credential))
  const nullifier = await poseidon(2n, sampleSecret, merchant, program)
  expect(nullifier).toBe(nullifierOf(sampleSecret, merchant, program))
  const handle = await poseidon(3n, sampleCredentialId, merchant, program)
  expect(handle).toBe(revocationHandleOf(sampleCredentialId, merchant, program))
  expect(proof.signals.slice(0, 2).map(BigInt)).toEqual([nullifier, handle])
})

/** The contract has a separate key for each kind. Everything else is the same for all kinds. */
const kinds = testAll ? circuitNames : (['kyc'] as const)

test.each(kinds)('accepts a proof of %s in the service and the contract', async (kind) => {
  await chain.onChain(async () => {
    await chain.ask(kind)
    const proof = await proofFor(alice, kind)
    expect(await serverVerdict(proof, alice)).toBe('accepted')
    await world.send(alice, chain.approval(proof))
    expect(await chain.isVerified(alice)).toBe(true)
    expect(await chain.isVerified(bob)).toBe(false)
  })
})

// The contract must decide in the same way as the circuit, so the circuit's tests are repeated here.
if (testAll) {
  test('accepts a person on their eighteenth birthday, in the service and the contract', async () => {
    const proof = await proofFor(alice, 'kyc', { attributes: { birthDate: 20081115 } })
    await bothSay(proof, alice, 'accepted', 'accepted')
  })
}

test.each([
  ['a person who is one day too young', { attributes: { birthDate: 20081116 } }],
  ['an expired credential', { head: { validUntil: 20261114 } }],
  ['an expired document', { attributes: { documentExpiry: 20261114 } }],
  ['a country that is not allowed', { attributes: { citizenship: 'PRK' } }],
  ['a place that is not allowed', { attributes: { location: 'FRA' } }],
  ['a listed person', { attributes: { sanctionResult: 2 as const } }],
  [
    'a forged attribute',
    {
      attributes: { birthDate: 20200101 },
      forge: (credential: ReturnType<typeof makeSampleCredential>) => ({
        ...credential,
        attributes: { ...credential.attributes, birthDate: 19800101 },
      }),
    },
  ],
])('generates no proof for %s', async (_, options) => {
  await expect(proofFor(alice, 'kyc', options)).rejects.toBeInstanceOf(WitnessError)
})

if (testAll)
  test('rejects a credential of another issuer', async () => {
    const proof = await proofFor(alice, 'kyc', { issuerSecret: otherIssuerSecret })
    await bothSay(proof, alice, 'issuer.not-accepted', 'UnknownIssuer')
  })

test('rejects a proof for another wallet', async () => {
  await bothSay(await proofFor(alice), bob, 'wallet.other', 'OtherWallet')
})

test.each([
  ['merchant', merchant + 1n, 'merchant.other', 'OtherProgram'],
  ['program', program + 1n, 'program.other', 'OtherProgram'],
  ['chain', 1n, 'chain.other', 'OtherChain'],
  ['today', 20261113n, 'day.out-of-range', 'OtherDay'],
] as const)('rejects a different %s before verifying the proof', async (name, value, server, contract) => {
  await bothSay(
    withSignal(await proofFor(alice), name, () => value),
    alice,
    server,
    contract,
  )
})

/** Returns the proof with one of its signals changed. */
function withSignal(proof: Proof, name: SignalName, value: (old: bigint) => bigint): Proof {
  const place = signalNames.indexOf(name)
  const signals = proof.signals.map((text, i) => (i === place ? String(value(BigInt(text))) : text))
  return { ...proof, signals }
}

test('rejects a proof for another question set', async () => {
  const proof = await proofFor(alice)
  await chain.onChain(async () => {
    await chain.ask('personhood')
    expect(await world.refusal(alice, chain.approval(proof))).toBe('OtherQuestions')
  })
})

test('rejects a signal that was changed, or increased by the field order', async () => {
  const proof = await proofFor(alice)
  // The nullifier belongs to another person. Only the verification of the proof itself can detect this.
  await bothSay(
    withSignal(proof, 'nullifier', (old) => old + 1n),
    alice,
    'proof.invalid',
    'ProofRejected',
  )
  for (const name of ['nullifier', 'revocationHandle'] as const) {
    await bothSay(
      withSignal(proof, name, (old) => old + fieldModulus),
      alice,
      'signal.out-of-field',
      'SignalOutOfField',
    )
  }
})

test('accepts each proof once, one wallet per person and program, and no revoked credentials', {
  // Two proofs.
  timeout: 480_000,
}, async () => {
  await chain.onChain(async () => {
    const proof = await proofFor(alice)
    await world.send(alice, chain.approval(proof))
    expect(await serverVerdict(proof, alice)).toBe('challenge.other')
    expect(await world.refusal(alice, chain.approval(proof))).toBe('OtherChallenge')

    const otherWallet = await proofFor(bob)
    expect(await world.refusal(bob, chain.approval(otherWallet))).toBe('NullifierUsed')

    // This credential has a different number, because it was issued after the document had expired. For the
    // program, the holder is still the same person.
    const reissued = await proofFor(alice, 'kyc', { head: { credentialId: '4242' } })
    expect(reissued.signals[0]).toBe(proof.signals[0])
    expect(reissued.signals[1]).not.toBe(proof.signals[1])
    const handle = BigInt(reissued.signals[1] ?? 0)
    const revoke = () => world.send(world.operator, contractCalls.revokeHandle(world.verifier, { handle }))
    await chain.onChain(async () => {
      await world.send(alice, chain.approval(reissued))
      expect(await chain.isVerified(alice)).toBe(true)
      await revoke()
      expect(await chain.isVerified(alice)).toBe(false)
    })
    await revoke()
    expect(await serverVerdict(reissued, alice, { isRevoked: () => true })).toBe('credential.revoked')
    expect(await world.refusal(alice, chain.approval(reissued))).toBe('CredentialRevoked')
  })
})

test('rejects proofs made before and after the merchant ends the relationship, and accepts a credential issued after the person has agreed again', {
  // Making three proofs takes a long time.
  timeout: 480_000,
}, async () => {
  await chain.onChain(async () => {
    const prepared = await proofFor(alice)
    const numbers = {
      mchNo: `M${String(merchant).padStart(31, '0')}`,
      programNo: String(program).padStart(12, '0'),
    }
    const { what } = handleEnding(String(sampleCredentialId), { chainId: '137', ...numbers })
    const call = contractCalls.revokeHandle(world.verifier, { handle: BigInt(what) })
    await world.send(world.operator, call)
    expect(await world.refusal(alice, chain.approval(prepared))).toBe('CredentialRevoked')
    const otherWallet = await proofFor(bob)
    expect(await world.refusal(bob, chain.approval(otherWallet))).toBe('CredentialRevoked')

    const returned = await proofFor(alice, 'kyc', { head: { credentialId: '5151' } })
    await world.send(alice, chain.approval(returned))
    expect(await chain.isVerified(alice)).toBe(true)
  })
})

if (testAll)
  test('gives the same result for a person, whether by token or by proof', async () => {
    await chain.onChain(async () => {
      const validUntil = BigInt(noon / 1000 + 86_400)
      const id = (name: string) => keccak256(toHex(name))
      await world.send(
        world.minter,
        contractCalls.mint(world.sbt, {
          holder: bob,
          person: id('bob'),
          kind: 'kyc',
          validUntil,
          mintId: id('mint'),
        }),
      )
      await world.send(
        world.operator,
        contractCalls.grant(world.verifier, {
          cooperator: chain.cooperator,
          user: bob,
          tokenId: 1n,
          validUntil,
          grantId: id('grant'),
        }),
      )
      await world.send(alice, chain.approval(await proofFor(alice)))
      expect([await chain.isVerified(alice), await chain.isVerified(bob)]).toEqual([true, true])
    })
  })
