import { failureReasons, noDate } from '@touchstone/credential'
import type { Program } from '@touchstone/kyc'
import { programOnChain } from '@touchstone/verification'
import { expect, test } from 'vitest'
import { WitnessError } from '../../packages/credential/src/prove/calculate-witness.ts'
import {
  makeSampleCredential,
  proveSample,
  type SampleOptions,
  sampleContext,
} from '../../packages/credential/src/testing/index.ts'

// The attacker has proven an address without showing a document or a face, and uses this credential in a KYC
// program without attribute requirements, such as a program that requires only uniqueness. The credential's
// schema, kind and checks prevent this.

const mchNo = `M${sampleContext.merchant}`
const onlyUnique: Program = {
  ...{ id: 1, merchantId: 1, name: 'One account each', kind: 'KYC', checks: ['unique'], rules: {} },
  programNo: String(sampleContext.program),
  ...{ mintMode: 'on-chain-mint', chainId: '137', theme: 'auto', allowedDomains: [], active: true },
  ...{ version: 1, walletProof: 'required', meidRebindDays: 30, colourFree: false },
  ...{ coloursOnChain: false, test: false, createdAt: new Date(0) },
}
const { questions } = programOnChain(mchNo, onlyUnique)

test.each([1, 3])('rejects a credential of schema %i, even if signed by the issuer', async (schema) => {
  const options = { head: { schema } }
  await expect(proveSample(questions, options)).rejects.toBeInstanceOf(WitnessError)
  const credential = makeSampleCredential(options)
  expect(failureReasons(credential, questions, { today: sampleContext.today })).toEqual(['schema.other'])
})

const holders: [string, SampleOptions][] = [
  ['an address', { kind: 'address', head: { checks: ['address'] } }],
  [
    'an address, and uniqueness through a MeID',
    { kind: 'address', head: { checks: ['liveness', 'unique', 'address'] } },
  ],
  ['a document, without a uniqueness check of the face', { head: { checks: ['document', 'liveness'] } }],
  [
    'a face, without the expiry date of a document',
    { head: { checks: ['liveness', 'unique'] }, attributes: { documentExpiry: noDate } },
  ],
]

test.each(holders)('generates no proof from a credential for %s', async (_, options) => {
  await expect(proveSample(questions, options)).rejects.toBeInstanceOf(WitnessError)
})

test('accepts a person with the required checks, even with a document that never expires', async () => {
  const unlimited = {
    attributes: { documentExpiry: noDate },
    head: { checks: ['document', 'liveness', 'unique'] },
  } as const
  expect((await proveSample(questions, unlimited)).signals[8]).toBe(questions.hash)
})
