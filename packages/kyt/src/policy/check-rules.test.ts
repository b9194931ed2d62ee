import { defaultTransferRules } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { problemsOfPolicy } from './check-policy.ts'
import { problemsOfRules } from './check-rules.ts'
import { defaultRiskPolicy } from './risk-policy.ts'

const rule = { name: 'large', action: 'hold', priority: 1, when: { all: [{ fact: 'amount', min_usd: 5 }] } }

test('accepts the default rules, also as part of a policy', () => {
  expect(problemsOfRules(defaultTransferRules)).toEqual([])
  expect(problemsOfPolicy({ ...defaultRiskPolicy, rules: defaultTransferRules })).toEqual([])
})

test.each<[string, unknown, string]>([
  ['no list', {}, 'rules must be a list'],
  ['an unknown action', { ...rule, action: 'review' }, 'rule large.action must be one of allow, hold, block'],
  ['a misspelt member', { ...rule, prio: 1 }, 'rule large.prio is not known'],
  ['a missing member', { ...rule, priority: undefined }, 'rule large.priority must be integer'],
  ['no conditions', { ...rule, when: { all: [] } }, 'rule large: when.all must list at least one condition'],
  [
    'both all and any',
    { ...rule, when: { all: [], any: [] } },
    'rule large: when must have exactly one of all and any',
  ],
  [
    'an unknown fact',
    { ...rule, when: { any: [{ fact: 'nationality' }] } },
    'rule large: when.any.0.fact must be one of exposure, risk_level,',
  ],
  [
    'a wrong value',
    { ...rule, when: { all: [{ fact: 'score', min: 200 }] } },
    'rule large: when.all.0.min must be <= 100',
  ],
  [
    'an unknown category',
    { ...rule, when: { all: [{ any: [{ fact: 'exposure', categories: ['terror'] }] }] } },
    'rule large: when.all.0.any.0.categories may contain only sanctioned, malicious,',
  ],
  [
    'groups that are nested too deeply',
    { ...rule, when: { all: [{ any: [{ all: [{ fact: 'first_use' }] }] }] } },
    'rule large: when.all.0.any.0 is nested too deeply',
  ],
  ['an unknown coin', { ...rule, when: { all: [{ fact: 'coin', in: ['eth'] }] } }, 'may contain only coins'],
  ['no limit', { ...rule, when: { all: [{ fact: 'amount' }] } }, 'needs min_usd or below_usd'],
  [
    'too many decimals',
    { ...rule, when: { all: [{ fact: 'amount', min_usd: 0.0000001 }] } },
    'more than six decimals',
  ],
])('rejects %s with the name of the rule and the place', (_what, wrong, message) => {
  const problems = problemsOfRules(Array.isArray(wrong) || !('name' in (wrong as object)) ? wrong : [wrong])
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(message)
})

test('rejects two rules with one name', () => {
  expect(problemsOfRules([rule, rule])).toEqual(['rules: two rules have the name large'])
})
