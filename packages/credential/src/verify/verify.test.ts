import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@touchstone/common'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldModulus } from '../field.ts'
import { type CircuitName, circuitNames } from '../keys/circuit-names.ts'
import { developmentKeys } from '../keys/development-keys.ts'
import { calculateWitness } from '../prove/calculate-witness.ts'
import { circuitInputs } from '../prove/circuit-inputs.ts'
import { type NodeProver, openProver } from '../prove/open-prover.ts'
import type { Proof } from '../prove/proof.ts'
import { proveWitness } from '../prove/prove-witness.ts'
import {
  issuerKeyFor,
  makeSampleRequest,
  otherIssuerSecret,
  sampleContext,
  sampleIssuerSecret,
  sampleQuestions,
} from '../testing/sample.ts'
import { sampleArtifacts } from '../testing/sample-artifacts.ts'
import { openVerifier, type Verifier } from './open-verifier.ts'
import { readProof } from './read-proof.ts'
import type { VerifyRequest } from './verification.ts'

const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
const acceptedIssuers = [issuerKeyFor(sampleIssuerSecret)]
const steps: string[] = []
let prover: NodeProver
let verifier: Verifier
let proofs: Record<CircuitName, Proof>
let byOtherIssuer: Proof

beforeAll(async () => {
  prover = openProver({ keys: developmentKeys, workers: 2 })
  verifier = await openVerifier({ keys: developmentKeys, production: false, clock, workers: 1 })
  const prove = (kind: CircuitName, options = {}) =>
    prover.prove(makeSampleRequest(sampleQuestions[kind], options), {
      onProgress: (step) => kind === 'kyc' && steps.push(step),
    })
  const made = await Promise.all(circuitNames.map(async (kind) => [kind, await prove(kind)] as const))
  proofs = Object.fromEntries(made) as typeof proofs
  byOtherIssuer = await prove('personhood', { issuerSecret: otherIssuerSecret })
})
afterAll(() => Promise.all([prover.close(), verifier.close()]))

type Change = Partial<Omit<VerifyRequest, 'expected'>> & { expected?: Partial<VerifyRequest['expected']> }

function verify(kind: CircuitName, change: Change = {}) {
  const { today: _, ...context } = sampleContext
  return verifier.verify({
    proof: proofs[kind],
    acceptedIssuers,
    isRevoked: () => false,
    ...change,
    expected: { kind, ...context, questions: sampleQuestions[kind].hash, ...change.expected },
  })
}

const withSignal = (kind: CircuitName, index: number, change: (value: bigint) => bigint): Proof => ({
  ...proofs[kind],
  signals: proofs[kind].signals.map((text, i) => (i === index ? String(change(BigInt(text))) : text)),
})

test.each(circuitNames)(
  'accepts a "%s" proof and returns identifiers that are specific to the program',
  async (kind) => {
    const answer = await verify(kind)
    expect(answer).toMatchObject({ ok: true, kind, today: 20261115 })
    expect(answer).toMatchObject({ nullifier: proofs[kind].signals[0], handle: proofs[kind].signals[1] })
  },
)

test('reveals nothing about the person in the signals of a proof', () => {
  const said = proofs.kyc.signals
  for (const hidden of ['20000229', '20310630', '71', '116', '20260110']) expect(said).not.toContain(hidden)
})

test('reports progress while loading the keys, calculating the witness and creating the proof', () => {
  expect(steps).toEqual(['loading', 'witness', 'proof'])
})

describe('Verification', () => {
  test.each([
    ['another program', 'program.other', { expected: { program: 202611150002n } }],
    ['another merchant', 'merchant.other', { expected: { merchant: 1n } }],
    ['another wallet', 'wallet.other', { expected: { wallet: 1n } }],
    ['another chain', 'chain.other', { expected: { chain: 1n } }],
    ['a replay with another challenge', 'challenge.other', { expected: { challenge: 1n } }],
    ['another question set', 'questions.other', { expected: { questions: '1' } }],
    ['another kind', 'kind.other', { expected: { kind: 'address' as const } }],
    ['an issuer that is not accepted', 'issuer.not-accepted', { acceptedIssuers: [] }],
    ['a revoked credential', 'credential.revoked', { isRevoked: async () => true }],
  ])('rejects %s', async (_, reason, change) => {
    expect(await verify('kyc', change)).toEqual({ ok: false, reason })
  })

  test("rejects a proof made for another person's credential", async () => {
    const other = { proof: byOtherIssuer }
    expect(await verify('personhood', other)).toEqual({ ok: false, reason: 'issuer.not-accepted' })
    const acceptedIssuers = [issuerKeyFor(otherIssuerSecret)]
    expect(await verify('personhood', { ...other, acceptedIssuers })).toMatchObject({ ok: true })
  })

  test('rejects a date that is more than one day off', async () => {
    const at = async (...date: [number, number, number]) => {
      clock.set(Date.UTC(...date, 12))
      return verify('kyc')
    }
    expect(await at(2026, 10, 14)).toMatchObject({ ok: true })
    expect(await at(2026, 10, 16)).toMatchObject({ ok: true })
    expect(await at(2026, 10, 13)).toEqual({ ok: false, reason: 'day.out-of-range' })
    expect(await at(2026, 10, 17)).toEqual({ ok: false, reason: 'day.out-of-range' })
    clock.set(Date.UTC(2026, 10, 15, 12))
  })

  test('rejects a signal increased by the field order', async () => {
    for (let index = 0; index < 10; index++) {
      const proof = withSignal('kyc', index, (value) => value + fieldModulus)
      expect(await verify('kyc', { proof })).toEqual({ ok: false, reason: 'signal.out-of-field' })
    }
  })

  test('rejects a proof for different signals, even if the caller expects these signals', async () => {
    const invalid = { ok: false, reason: 'proof.invalid' }
    for (const index of [0, 1]) {
      expect(await verify('kyc', { proof: withSignal('kyc', index, (value) => value ^ 1n) })).toEqual(invalid)
    }
    const wallet = { proof: withSignal('kyc', 5, () => 1n), expected: { wallet: 1n } }
    expect(await verify('kyc', wallet)).toEqual(invalid)
    const challenge = { proof: withSignal('kyc', 9, () => 1n), expected: { challenge: 1n } }
    expect(await verify('kyc', challenge)).toEqual(invalid)
    const kind = { proof: { ...proofs.kyc, kind: 'address' }, expected: { kind: 'address' as const } }
    expect(await verify('kyc', kind)).toEqual(invalid)
  })

  test('rejects invalid points and points from another proof', async () => {
    const { proof } = proofs.kyc
    const swap = ([x, y]: readonly [string, string]) => [y, x]
    for (const points of [
      { ...proof, a: ['1', '1'] },
      { ...proof, a: ['1', '2'] },
      { ...proof, b: proof.b.map(swap) },
      { ...proof, c: proofs.address.proof.c },
    ]) {
      expect(await verify('kyc', { proof: { ...proofs.kyc, proof: points } })).toEqual({
        ok: false,
        reason: 'proof.invalid',
      })
    }
  })

  test('rejects, without throwing, values that do not have the shape of a proof', async () => {
    const { proof, signals } = proofs.kyc
    for (const points of [
      { ...proof, a: ['0', '0'] },
      { ...proof, a: [...proof.a, '1'] },
      { ...proof, c: ['01', proof.c[1]] },
      { ...proof, c: [Number(proof.c[0]), proof.c[1]] },
      { ...proof, b: undefined },
    ]) {
      expect(readProof({ ...proofs.kyc, proof: points })).toEqual({ refused: 'proof.malformed' })
    }
    for (const bad of [
      signals.slice(1),
      [...signals, '0'],
      signals.with(3, '-1'),
      signals.with(3, '1n'),
      'x',
    ]) {
      expect(readProof({ ...proofs.kyc, signals: bad })).toEqual({ refused: 'proof.malformed' })
    }
    expect(readProof({ ...proofs.kyc, kind: '__proto__' })).toEqual({ refused: 'proof.malformed' })
    const inside = fc.record({ kind: fc.constant('kyc'), proof: fc.anything(), signals: fc.anything() })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), inside), (sent) => {
        expect(readProof(sent)).toEqual({ refused: 'proof.malformed' })
      }),
      { numRuns: 300 },
    )
  })
})

test('rejects a proof created from a tampered witness', async () => {
  const artifacts = await sampleArtifacts('kyc')
  const inputs = circuitInputs(makeSampleRequest(sampleQuestions.kyc))
  const witness = await calculateWitness(artifacts.circuit, inputs)
  // Change a wire in the middle of the signature check. Another test covers all wires.
  const at = 4000 * 32
  const proof = await proveWitness(artifacts, 'kyc', witness.with(at, (witness[at] ?? 0) ^ 1))
  expect(await verify('kyc', { proof })).toEqual({ ok: false, reason: 'proof.invalid' })
})

test("rejects requests early with the circuit's reasons, and relies on the circuit to detect forgeries", async () => {
  const young = makeSampleRequest(sampleQuestions.kyc, {
    attributes: { birthDate: 20081116, citizenship: 'PRK' },
  })
  await expect(prover.prove(young)).rejects.toMatchObject({
    code: 'proof.refused',
    reasons: ['age.below-limit', 'citizenship.barred'],
  })
  const request = makeSampleRequest(sampleQuestions.kyc)
  const stranger = { ...request, secret: request.secret + 1n }
  await expect(prover.prove(stranger)).rejects.toMatchObject({ code: 'proof.other-secret' })
  const forged = makeSampleRequest(sampleQuestions.kyc, {
    attributes: { birthDate: 20081116 },
    forge: (credential) => ({
      ...credential,
      attributes: { ...credential.attributes, birthDate: 19900101 },
    }),
  })
  await expect(prover.prove(forged)).rejects.toMatchObject({ code: 'proof.refused' })
})

describe('Development keys', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-keys-'))
    await cp(developmentKeys, folder, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('reports development keys and rejects them in production', async () => {
    expect(verifier.development).toBe(true)
    await expect(openVerifier({ keys: developmentKeys, production: true, clock })).rejects.toMatchObject({
      name: 'OperatorError',
      code: 'credential.development-keys',
    })
  })

  test('rejects keys that differ from the manifest', async () => {
    await cp(join(folder, 'address', 'verification.json'), join(folder, 'kyc', 'verification.json'))
    await expect(openVerifier({ keys: folder, production: false, clock })).rejects.toMatchObject({
      code: 'credential.damaged-keys',
    })
    await writeFile(join(folder, 'manifest.json'), '{}')
    await expect(openVerifier({ keys: folder, production: false, clock })).rejects.toMatchObject({
      code: 'credential.no-keys',
    })
  })
})
