import { createManualClock } from '@touchstone/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type OpenedProofPage,
  openProofPage,
  pageProof,
} from '../../../../bench/credential/open-proof-page.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { createIssuer } from '../issuer/create-issuer.ts'
import { generateIssuerSecret } from '../issuer/issuer-keys.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import { developmentKeys } from '../keys/development-keys.ts'
import { readKeyManifest } from '../keys/read-key-manifest.ts'
import { performedChecks } from '../leaf/performed-checks.ts'
import { sampleAttributes, sampleContext, sampleQuestions } from '../testing/sample.ts'
import { openVerifier } from '../verify/open-verifier.ts'

const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
const issuer = createIssuer({
  issuerId: 5n,
  keys: { current: { id: 'page', secret: generateIssuerSecret() } },
  clock,
})
const manifest = await readKeyManifest(developmentKeys)
let page: OpenedProofPage
let commitment: string

beforeAll(async () => {
  page = await openProofPage({ 'address/proving.zkey': new Uint8Array(100) })
  commitment = (await page.createWallet()).commitment
  await page.keep(issued('kyc'))
})
afterAll(() => page.end())

const issued = (kind: CircuitName) =>
  issuer.issue({
    personCommitment: 'none-stored-yet',
    ...{ commitment, kind, checks: performedChecks, attributes: sampleAttributes, validUntil: 20271231 },
  })

test.each(testAll ? [1, 3] : [3])(
  'creates a proof with %i threads in Chromium under a strict content security policy',
  async (threads) => {
    const { proof, progress, turns } = pageProof(
      await page.prove(sampleQuestions.kyc, sampleContext, manifest, threads),
    )
    const verifier = await openVerifier({ keys: developmentKeys, production: false, clock, workers: 1 })
    const answer = await verifier.verify({
      proof,
      expected: { ...sampleContext, kind: 'kyc', questions: sampleQuestions.kyc.hash },
      acceptedIssuers: issuer.acceptedKeys().map(({ issuerKey }) => issuerKey),
      isRevoked: () => false,
    })
    await verifier.close()
    expect(answer).toMatchObject({ ok: true, kind: 'kyc' })

    const { files } = manifest.circuits.kyc
    const total = files['circuit.wasm'].bytes + files['proving.zkey'].bytes
    const loading = progress.filter((each) => each.step === 'loading')
    expect(loading.at(-1)).toEqual({ step: 'loading', loaded: total, total })
    expect(loading.length).toBeGreaterThan(3)
    expect(progress.slice(-2)).toEqual([{ step: 'witness' }, { step: 'proof' }])
    // The threads are the page's own workers, because the policy forbids the workers that snarkjs would
    // start.
    expect(page.workers()).toBe(threads === 1 ? 1 : threads + 1)
    await page.close()
    // The page must stay responsive while the proof is created.
    expect(turns).toBeGreaterThan(5)
    expect(page.said).toEqual([])
    for (const script of page.scripts) expect(script).not.toMatch(/from\s*["']node:|require\(["']node:/)
  },
)

test('rejects a request before loading anything and rejects keys that do not match the manifest', async () => {
  const later = { ...sampleContext, today: 20280101 }
  expect(await page.prove(sampleQuestions.investor, later, manifest)).toEqual({
    refused: 'proof.refused',
    reasons: ['kind.other', 'credential.expired', 'accreditation.expired'],
  })
  await page.keep(issued('address'))
  expect(await page.prove(sampleQuestions.address, sampleContext, manifest)).toEqual({
    refused: 'proof.keys-changed',
    reasons: [],
  })
})
