import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { circuitNames } from '../keys/circuit-names.ts'
import { alwaysPerformed } from '../leaf/performed-checks.ts'
import { commitmentOf, nullifierOf } from '../leaf/poseidon.ts'
import { calculateWitness, WitnessError } from '../prove/calculate-witness.ts'
import { circuitInputs } from '../prove/circuit-inputs.ts'
import { wiresOf } from '../testing/check-witness.ts'
import { sampleAttributes, sampleContext, sampleQuestions, sampleSecret } from '../testing/sample.ts'
import { sampleArtifacts } from '../testing/sample-artifacts.ts'
import { createIssuer, type IssueRequest } from './create-issuer.ts'
import { generateIssuerSecret, issuerPublicKey } from './issuer-keys.ts'

const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
const secret = generateIssuerSecret()
const issuer = createIssuer({ issuerId: 5n, keys: { current: { id: 'first', secret } }, clock })
const commitment = String(commitmentOf(sampleSecret))
const order: IssueRequest = {
  personCommitment: 'none-stored-yet',
  commitment,
  kind: 'personhood',
  checks: ['liveness', 'unique'],
  attributes: sampleAttributes,
  validUntil: 20271231,
}

test('accepts an issued credential and rejects a changed one', () => {
  const credential = issuer.issue(order)
  expect(issuer.isGenuine(credential)).toBe(true)
  const older = { ...credential.attributes, birthDate: 19900101 }
  expect(issuer.isGenuine({ ...credential, attributes: older })).toBe(false)
  expect(issuer.isGenuine({ ...credential, validUntil: 20281231 })).toBe(false)
  expect(issuer.isGenuine({ ...credential, kind: 'kyc' })).toBe(false)
  expect(issuer.isGenuine({ ...credential, checks: ['liveness', 'unique', 'sanction'] })).toBe(false)
  expect(issuer.isGenuine({ ...credential, keyId: 'other' })).toBe(false)
  expect(issuer.isGenuine({ ...credential, signature: { ...credential.signature, s: 'x' } })).toBe(false)
  expect(createOther().isGenuine(credential)).toBe(false)
  expect(BigInt(credential.credentialId) < 2n ** 248n).toBe(true)
  expect(credential.credentialId).not.toBe(issuer.issue(order).credentialId)
})

function createOther() {
  return createIssuer({
    issuerId: 5n,
    keys: { current: { id: 'first', secret: generateIssuerSecret() } },
    clock,
  })
}

test('binds a person to one commitment, rejects another secret and reissues a credential for the same secret', async () => {
  const renewed = { ...order, attributes: { ...sampleAttributes, documentExpiry: 20360101 } }
  const again = issuer.issue({ ...renewed, personCommitment: { stored: commitment } })
  expect(again.commitment).toBe(commitment)
  const stranger = { ...order, personCommitment: { stored: String(commitmentOf(sampleSecret + 1n)) } }
  expect(() => issuer.issue(stranger)).toThrow(expect.objectContaining({ code: 'credential.other-secret' }))

  // A program sees the renewed credential as a different credential of the same person.
  const { circuit } = await sampleArtifacts('personhood')
  const request = { secret: sampleSecret, questions: sampleQuestions.personhood, context: sampleContext }
  const signals = await Promise.all(
    [issuer.issue(order), again].map(async (credential) =>
      wiresOf(await calculateWitness(circuit, circuitInputs({ ...request, credential }))),
    ),
  )
  const nullifier = nullifierOf(sampleSecret, sampleContext.merchant, sampleContext.program)
  expect(signals.map((wires) => wires[1])).toEqual([nullifier, nullifier])
  expect(signals[0]?.[2]).not.toBe(signals[1]?.[2])
  // The credential can't be used with another secret.
  const thief = circuitInputs({ ...request, credential: again, secret: sampleSecret + 1n })
  await expect(calculateWitness(circuit, thief)).rejects.toThrow(WitnessError)
})

test('rejects invalid requests with a reason', () => {
  const code = (change: Partial<IssueRequest>) => {
    try {
      issuer.issue({ ...order, ...change })
    } catch (error) {
      return (error as { code?: string }).code
    }
    return 'issued'
  }
  for (const bad of ['', '0', '-1', '0x1', '1e3', '9'.repeat(77), '01']) {
    expect(code({ commitment: bad })).toBe('credential.bad-commitment')
  }
  for (const kind of circuitNames) {
    expect(code({ kind, checks: [] })).toBe('credential.missing-check')
    expect(code({ kind, checks: alwaysPerformed[kind] })).toBe('issued')
  }
  expect(code({ validUntil: 20261114 })).toBe('credential.bad-validity')
  expect(code({ validUntil: 20261115 })).toBe('issued')
  expect(code({ attributes: { ...sampleAttributes, birthDate: 20270101 } })).toBe('credential.bad-attribute')
})

test('accepts a rotated key until its last credential has expired', () => {
  const old = issuer.issue(order)
  const rotated = createIssuer({
    issuerId: 5n,
    keys: {
      current: { id: 'second', secret: generateIssuerSecret() },
      previous: [{ id: 'first', publicKey: issuerPublicKey(secret), acceptedUntil: 20271231 }],
    },
    clock,
  })
  const fresh = rotated.issue(order)
  expect(fresh.keyId).toBe('second')
  expect([rotated.isGenuine(old), rotated.isGenuine(fresh)]).toEqual([true, true])
  expect(rotated.acceptedKeys().map(({ id }) => id)).toEqual(['second', 'first'])
  expect(issuer.acceptedKeys()).toEqual([rotated.acceptedKeys()[1]])
  clock.set(Date.UTC(2028, 0, 1))
  expect(rotated.acceptedKeys().map(({ id }) => id)).toEqual(['second'])
  expect(rotated.isGenuine(old)).toBe(false)
  clock.set(Date.UTC(2026, 10, 15, 12))
  expect(() =>
    createIssuer({
      issuerId: 5n,
      keys: {
        current: { id: 'first', secret },
        previous: [{ id: 'first', publicKey: issuerPublicKey(secret), acceptedUntil: 20271231 }],
      },
      clock,
    }),
  ).toThrow(RangeError)
})
