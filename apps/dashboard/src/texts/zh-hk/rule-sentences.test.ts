import {
  defaultTransferRules,
  describeRule,
  type RuleCondition,
  type TransferRule,
} from '@touchstone/contract'
import { expect, test } from 'vitest'
import { ruleInChinese } from './rule-sentences.ts'

const conditions: RuleCondition[] = [
  { fact: 'exposure', categories: ['sanctioned', 'high_risk', 'theft'] },
  { fact: 'exposure', categories: ['mixer'], directness: ['own'] },
  { fact: 'exposure', categories: ['mixer'], directness: ['own', 'direct'], side: 'sent', min_usd: 10_000 },
  { fact: 'exposure', categories: ['mixer'], side: 'received', min_share: 0.25 },
  { fact: 'exposure', categories: ['mixer', 'ransom'], min_usd: 5.5, min_share: 0.001 },
  { fact: 'risk_level', in: ['High', 'Severe'] },
  { fact: 'score', min: 50 },
  { fact: 'amount', min_usd: 1000, below_usd: 2000 },
  { fact: 'amount', below_usd: 2000 },
  { fact: 'direction', is: 'withdrawal' },
  { fact: 'coin', in: ['ETH', 'USDT-ERC20'] },
  { fact: 'verification', in: ['none', 'failed', 'started'] },
  { fact: 'velocity', hours: 24, min_usd: 1000, min_count: 3, same_address: true, direction: 'deposit' },
  { fact: 'velocity', hours: 5, min_usd: 1000 },
  { fact: 'first_use' },
  { fact: 'structuring', limit_usd: 10_000, within: 0.1, min_count: 3, hours: 72 },
  { fact: 'pass_through', hours: 1, min_share: 0.9, min_usd: 500 },
  { fact: 'dormant', days: 90 },
  { fact: 'coverage', in: ['partial', 'none'] },
  { fact: 'customer_country', in: ['IR', 'KP'] },
]

const isChinese = (text: string) =>
  !/[a-z]{3,}/.test(text.replaceAll(/sanctioned|high risk|theft|mixer|ransom|phishing/g, ''))

test('translates every kind of condition, alone and combined with every other', () => {
  const rules: TransferRule[] = conditions.flatMap((one, index) => {
    const other = conditions[(index + 7) % conditions.length] as RuleCondition
    const third = conditions[(index + 12) % conditions.length] as RuleCondition
    const rule = { name: 'r', action: 'hold', priority: 1 } as const
    return [
      { ...rule, when: { all: [one] } },
      { ...rule, action: 'block', when: { all: [one, other] }, includes_dust: true },
      { ...rule, action: 'allow', when: { any: [one, { all: [other, third] }] }, shadow: true },
    ]
  })
  for (const rule of [...rules, ...defaultTransferRules]) {
    const sentence = describeRule(rule)
    expect(isChinese(ruleInChinese(sentence)), `${sentence} ${ruleInChinese(sentence)}`).toBe(true)
  }
  expect(ruleInChinese(describeRule(defaultTransferRules[2] as TransferRule))).toBe(
    '如果對手方的資料欠缺，而且價值達 1,000 USD，暫緩轉帳。',
  )
})

test('translates the values that rules compared', () => {
  const found = [
    'The counterparty is labelled theft.',
    'The exposure is 1,000.5 USD, 12.5 % of the funds.',
    'The exposure is an unknown amount, 12.5 % of the funds.',
    'The score is 75.',
    'The transfer is worth an unknown amount. This value counts against the transfer.',
    'It is a deposit.',
    'The coin is ETH.',
    'The verification is in progress.',
    '3 transfers within 2 days, together 10 USD.',
    'No earlier transfer of the customer used this address.',
    '3 transfers are just below 10,000 USD.',
    'Within an hour, 5 USD came in and 4 USD went out.',
    'The last activity was 90 days earlier.',
    'The data is missing.',
    'The country is not given. This value counts against the transfer.',
  ]
  for (const text of found) expect(isChinese(ruleInChinese(text)), ruleInChinese(text)).toBe(true)
  expect(ruleInChinese('A new sentence.')).toBe('A new sentence.')
})
