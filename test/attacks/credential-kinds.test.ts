import { createManualClock } from '@touchstone/common'
import { developmentKeys, noDate, openVerifier, whyNot } from '@touchstone/credential'
import type { Program } from '@touchstone/kyc'
import { programOnChain } from '@touchstone/verification'
import { expect, test } from 'vitest'
import { WitnessError } from '../../packages/credential/src/prove/calculate-witness.ts'
import {
  formerVector,
  issuerKeyFor,
  proveSample,
  type SampleOptions,
  sampleContext,
  sampleIssuerSecret,
} from '../../packages/credential/src/testing/index.ts'

// A credential said neither what it was issued for nor what was checked: somebody who had proven an address, and never shown a
// document or a face, satisfied KYC programs that ask nothing of the attributes, as one that asks for uniqueness alone.

const mchNo = `M${sampleContext.merchant}`
const onlyUnique: Program = {
  ...{ id: 1, merchantId: 1, name: 'One account each', kind: 'KYC', checks: ['unique'], rules: {} },
  programNo: String(sampleContext.program),
  ...{ mintMode: 'on-chain-mint', chainId: '137', theme: 'auto', allowedDomains: [], active: true },
  ...{ version: 1, walletProof: 'required', meidRebindDays: 30, colourFree: false, createdAt: new Date(0) },
}
const { questions } = programOnChain(mchNo, onlyUnique)

test('the proof that passed then is refused, and the credential behind it says nothing that is asked', async () => {
  const { wallet, proof, credential } = formerVector
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
  const verifier = await openVerifier({ keys: developmentKeys, production: false, clock, workers: 1 })
  const { merchant, program } = sampleContext
  const context = { merchant, program, wallet: BigInt(wallet), chain: 137n, challenge: 0n }
  const verify = (hash: string) =>
    verifier.verify({
      proof,
      expected: { kind: 'kyc', ...context, questions: hash },
      acceptedIssuers: [issuerKeyFor(sampleIssuerSecret)],
      isRevoked: () => false,
    })
  expect(await verify(questions.hash)).toEqual({ ok: false, reason: 'questions.other' })
  // Nor where somebody asks the questions of then: the keys are those of other circuits.
  expect(await verify(formerVector.questions)).toEqual({ ok: false, reason: 'proof.invalid' })
  await verifier.close()
  expect(whyNot(credential, questions, { today: sampleContext.today })).toEqual(['schema.former'])
})

const holders: [string, SampleOptions][] = [
  ['an address', { kind: 'address', head: { checks: ['address'] } }],
  [
    'an address, and uniqueness at a MeID',
    { kind: 'address', head: { checks: ['liveness', 'unique', 'address'] } },
  ],
  [
    'a document of which nobody looked whether its face is new',
    { head: { checks: ['document', 'liveness'] } },
  ],
  [
    'a face alone: no date is no document',
    { head: { checks: ['liveness', 'unique'] }, attributes: { documentExpiry: noDate } },
  ],
]

test.each(holders)('there is no proof for who has proven %s', async (_, options) => {
  await expect(proveSample(questions, options)).rejects.toBeInstanceOf(WitnessError)
})

test('who was checked for it passes, with a document that never expires, too', async () => {
  const unlimited = {
    attributes: { documentExpiry: noDate },
    head: { checks: ['document', 'liveness', 'unique'] },
  } as const
  expect((await proveSample(questions, unlimited)).signals[8]).toBe(questions.hash)
})
