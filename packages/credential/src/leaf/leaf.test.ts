import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifySignature } from '../issuer/eddsa.ts'
import { circuitNames } from '../keys/circuit-names.ts'
import { calculateWitness, WitnessError } from '../prove/calculate-witness.ts'
import { circuitInputs } from '../prove/circuit-inputs.ts'
import { wiresOf } from '../testing/check-witness.ts'
import {
  makeSampleCredential,
  makeSampleRequest,
  sampleContext,
  sampleCredentialId,
  sampleQuestions,
  sampleSecret,
} from '../testing/sample.ts'
import { sampleArtifacts } from '../testing/sample-artifacts.ts'
import { leafOf } from './leaf-of.ts'
import { commitmentOf, issuerKeyOf, nullifierOf, poseidon, revocationHandleOf } from './poseidon.ts'

/**
 * Results from the library authors' reference implementation. The file describes their origin.
 */
const reference = JSON.parse(
  readFileSync(new URL('../testing/circomlibjs-vectors.json', import.meta.url), 'utf8'),
) as {
  hashes: { inputs: string[]; hash: string }[]
  signature: { message: string; publicKey: string[]; signature: { point: string[]; s: string } }
}
const hashes = new Map(reference.hashes.map(({ inputs, hash }) => [inputs.join(), BigInt(hash)]))

function hash(...inputs: bigint[]): bigint {
  const known = hashes.get(inputs.join())
  if (known === undefined) throw new Error(`no reference hash of ${inputs.join()}.`)
  return known
}

test.each(reference.hashes)('matches the reference hash of $inputs', ({ inputs, hash }) => {
  const [first = 0n, second = 0n, ...rest] = inputs.map(BigInt)
  expect(poseidon(first, second, ...rest)).toBe(BigInt(hash))
})

const { merchant, program } = sampleContext
const credential = makeSampleCredential()

/**
 * Calculates the leaf from manually determined bits: EST, PRT and JPN have the indexes 71, 183 and 116 in the
 * frozen table.
 */
function referenceLeaf(): bigint {
  return hash(
    // Schema 2, kind 2, and all eight checks.
    hash(2n, 77n, sampleCredentialId, 20271231n, 2n, 255n),
    hash(20000229n, 71n, 20310630n),
    hash(183n, 116n, 20270301n),
    hash(1n, 20260110n, 2n, 20270630n),
    hash(1n, sampleSecret),
  )
}

test('matches the reference commitment, leaf, nullifier, handle and issuer key', () => {
  expect(commitmentOf(sampleSecret)).toBe(hash(1n, sampleSecret))
  expect(leafOf(credential)).toBe(referenceLeaf())
  expect(nullifierOf(sampleSecret, merchant, program)).toBe(hash(2n, sampleSecret, merchant, program))
  expect(revocationHandleOf(sampleCredentialId, merchant, program)).toBe(
    hash(3n, sampleCredentialId, merchant, program),
  )
  expect(issuerKeyOf([5n, 6n])).toBe(hash(5n, 6n))
})

test('matches the reference hashes of the questions', () => {
  const all = (1n << 252n) - 1n
  // IRN and PRK have the indexes 108 and 182 in the country table; EST, JPN and KOR have 71, 116 and 123; ESP
  // and PRT have 70 and 183.
  const citizenship = all - 1n - (1n << 108n) - (1n << 182n)
  const location = (1n << 71n) | (1n << 116n) | (1n << 123n)
  const { personhood, kyc, address, investor } = sampleQuestions
  const residence = (1n << 70n) | (1n << 183n)
  // The bit values of the checks in each question set: liveness 2 and unique 8; document 1, liveness 2,
  // unique 8, sanction 16 and location 32; address 64; accreditation 128.
  expect(BigInt(personhood.hash)).toBe(hash(21n, 10n))
  expect(BigInt(kyc.hash)).toBe(hash(22n, 59n, 18n, citizenship, location, 1n))
  expect(BigInt(address.hash)).toBe(hash(23n, 64n, residence))
  expect(BigInt(investor.hash)).toBe(hash(24n, 128n, 2n))
})

test('matches the reference key and signature', () => {
  const { message, publicKey, signature } = reference.signature
  expect(referenceLeaf()).toBe(BigInt(message))
  expect(credential.publicKey).toEqual(publicKey)
  expect(credential.signature).toEqual(signature)
  const signed = { R8: signature.point.map(BigInt) as [bigint, bigint], S: BigInt(signature.s) }
  const key = publicKey.map(BigInt) as [bigint, bigint]
  expect(verifySignature(referenceLeaf(), signed, key)).toBe(true)
  expect(verifySignature(referenceLeaf() + 1n, signed, key)).toBe(false)
})

test.each(circuitNames)(
  'returns the same nullifier, handle and signal order as the circuit "%s"',
  async (kind) => {
    const request = makeSampleRequest(sampleQuestions[kind])
    const { credential } = request
    const { circuit } = await sampleArtifacts(kind)
    const [one, ...wires] = wiresOf(await calculateWitness(circuit, circuitInputs(request)))
    const { wallet, chain, today, challenge } = sampleContext
    expect(one).toBe(1n)
    expect(wires.slice(0, 10)).toEqual([
      hash(2n, sampleSecret, merchant, program),
      hash(3n, sampleCredentialId, merchant, program),
      hash(BigInt(credential.publicKey[0]), BigInt(credential.publicKey[1])),
      merchant,
      program,
      wallet,
      chain,
      BigInt(today),
      BigInt(sampleQuestions[kind].hash),
      challenge,
    ])
  },
)

test('rejects a change to any part of the credential, because only the signed leaf is accepted', async () => {
  const { circuit } = await sampleArtifacts('kyc')
  const inputs = circuitInputs(makeSampleRequest(sampleQuestions.kyc))
  const parts = [
    ...['secret', 'issuerId', 'credentialId', 'validUntil', 'birthDate', 'citizenship', 'documentExpiry'],
    ...['residence', 'location', 'residenceUntil', 'sanctionDate', 'accreditation', 'accreditedUntil'],
    ...['issuerX', 'issuerY', 'signatureX', 'signatureY', 'signatureS', 'issuerKey', 'questions'],
    ...['performed', 'required'],
  ]
  for (const part of parts) {
    const forged = { ...inputs, [part]: (inputs[part] ?? 0n) + 1n }
    await expect(calculateWitness(circuit, forged), part).rejects.toThrow(WitnessError)
  }
})
