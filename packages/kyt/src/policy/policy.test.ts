import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { journalOf } from '../context.ts'
import { defaultFetchLimits } from '../limits/fetch-limits.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { openLedger } from '../open-ledger.ts'
import { explainRiskScore } from '../operations/get-risk-score.ts'
import { problemsOfPolicy } from './check-policy.ts'
import { fingerprintOf } from './fingerprint.ts'
import { problemsOfOverride, setOverride } from './policies.ts'
import { selectPolicyVersion } from './policy-store.ts'
import { readPolicyFile } from './read-policy-file.ts'
import { defaultRiskPolicy, type RiskPolicy } from './risk-policy.ts'

describe('policies', () => {
  test('includes a valid default policy', () => {
    expect(problemsOfPolicy(defaultRiskPolicy)).toEqual([])
  })

  test.each<[string, (policy: RiskPolicy) => unknown, RegExp]>([
    ['a decay above one', (p) => ({ ...p, sent: { ...p.sent, decay: 1.5 } }), /^sent\.decay must be <= 1$/],
    ['an unknown method', (p) => ({ ...p, method: 'lifo' }), /^method must be one of haircut,fifo,poison$/],
    ['a misspelt member', (p) => ({ ...p, dust: 5 }), /^dust is not a policy member$/],
    ['a missing member', ({ levels: _, ...p }) => p, /levels/],
    [
      'levels that decrease',
      (p) => ({ ...p, levels: { moderate: 50, high: 40, severe: 91 } }),
      /^levels must rise/,
    ],
    [
      'a score below 100 for the severe class',
      (p) => ({ ...p, own: { ...p.own, severe: 90 } }),
      /^own\.severe must be 100/,
    ],
    [
      'a higher weight for a less severe class',
      (p) => ({ ...p, received: { ...p.received, weights: { ...p.received.weights, medium: 96 } } }),
      /^received\.weights must not increase/,
    ],
    [
      'a fraction with too many decimals',
      (p) => ({ ...p, least_share: 0.00000012 }),
      /^least_share has more than six decimals$/,
    ],
    ['a number instead of an object', () => 7, /must be object/],
  ])('rejects %s with the reason', (_what, change, reason) => {
    const problems = problemsOfPolicy(change(defaultRiskPolicy))
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join('\n')).toMatch(reason)
  })

  test('calculates a fingerprint that depends on values but not on member order', () => {
    const reversed = Object.fromEntries(Object.entries(defaultRiskPolicy).reverse()) as RiskPolicy
    expect(fingerprintOf(reversed)).toBe(fingerprintOf(defaultRiskPolicy))
    expect(fingerprintOf({ ...defaultRiskPolicy, dust_usd: 11 })).not.toBe(fingerprintOf(defaultRiskPolicy))
  })

  test('reads a policy file, or rejects it with its path and the reason', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-policy-'))
    try {
      const file = join(folder, 'policy.json')
      writeFileSync(file, JSON.stringify({ ...defaultRiskPolicy, version: 'ours-1' }))
      expect(readPolicyFile(file).version).toBe('ours-1')
      writeFileSync(file, '{"version":')
      expect(() => readPolicyFile(file)).toThrow(/policy\.json cannot be read as JSON/)
      writeFileSync(file, JSON.stringify({ ...defaultRiskPolicy, method: 'lifo' }))
      expect(() => readPolicyFile(file)).toThrow(/policy\.json is invalid: method/)
      expect(() => readPolicyFile(join(folder, 'none.json'))).toThrow(/none\.json/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

onOneLedger('server', 'policies of merchants', (suite) => {
  test('applies a changed policy only to that merchant, from its next query', async () => {
    const write = writeInto(suite.ledger)
    const [thief, mule, shop] = [addressOf(1), addressOf(2), addressOf(3)]
    const pay = (number: number, from: string, to: string) => ({
      coin: 'USDT-ERC20',
      tx: txOf(number),
      position: 0,
      block: number,
      time: 1_700_000_000 + number,
      from,
      to,
      amount: 1_000_000_000n,
    })
    await write.transfers([pay(1, thief, mule), pay(2, mule, shop)])
    await write.labels([{ address: thief, category: 'theft' }])
    const reader = openKytReader(suite.ledger)
    const ask = async (merchant: string) => {
      const policy = await reader.policyOf(merchant)
      return await explainRiskScore(reader, { coin: 'ETH', address: shop }, policy)
    }
    expect(await ask('M1')).toMatchObject({ score: 93, model: { policy_version: defaultRiskPolicy.version } })

    await setOverride(suite.ledger, 'M1', { version: 'm1-a', received: { decay: 0.5 } })
    expect(await ask('M1')).toMatchObject({ score: 51, model: { policy_version: 'm1-a' } })
    expect((await ask('M2')).score).toBe(93)
    expect((await ask('M1')).model.policy_fingerprint).not.toBe((await ask('M2')).model.policy_fingerprint)

    await setOverride(suite.ledger, 'M1', { version: 'm1-b', levels: { moderate: 94, high: 95, severe: 96 } })
    expect(await ask('M1')).toMatchObject({ score: 93, risk_level: 'Low', model: { policy_version: 'm1-b' } })

    expect(await setOverride(suite.ledger, 'M1', undefined)).toBe(true)
    expect(await setOverride(suite.ledger, 'M1', undefined)).toBe(false)
    expect((await ask('M1')).score).toBe(93)
  })

  test('rejects an override without a version or with invalid members', () => {
    expect(problemsOfOverride(suite.ledger, { dust_usd: 5 })).toEqual([
      expect.stringMatching(/^version is required/),
    ])
    expect(problemsOfOverride(suite.ledger, [])).toEqual(['the policy must be an object'])
    expect(problemsOfOverride(suite.ledger, { version: '1', dust_usd: -1 })).toHaveLength(1)
    expect(problemsOfOverride(suite.ledger, { version: '1', dust_usd: 5 })).toEqual([])
  })

  test("limits the budget for fetching to the operator's budget budget budget budget", () => {
    const context = { ...suite.ledger, fetchLimits: defaultFetchLimits }
    const withRequests = (requests: number) => ({ version: '1', fetch: 'background', budget: { requests } })
    expect(problemsOfOverride(context, withRequests(50))).toEqual([])
    expect(problemsOfOverride(context, withRequests(5000))).toEqual([
      "budget.requests must be at most 100, the operator's limit",
    ])
    expect(problemsOfOverride(context, { version: '1', fetch: 'always' })).toHaveLength(1)
  })

  test('treats a different base policy at startup as a policy change', async () => {
    const versionAfter = async (riskPolicy: RiskPolicy) => {
      await openLedger({ ...suite.ledger, riskPolicy })
      return await selectPolicyVersion(journalOf(suite.ledger))
    }
    const before = await selectPolicyVersion(journalOf(suite.ledger))
    expect(await versionAfter(defaultRiskPolicy)).toBe(before)
    expect(await versionAfter({ ...defaultRiskPolicy, dust_usd: 12 })).toBe(before + 1)
    expect(await versionAfter({ ...defaultRiskPolicy, dust_usd: 12 })).toBe(before + 1)
  })
})
