import {
  defaultTransferRules,
  describeRule,
  type RuleCondition,
  type TransferRule,
} from '@touchstone/contract'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { type Exposure, historyOf, type PastTransfer, type TransferFacts } from './transfer-facts.ts'

const usd = (value: number) => BigInt(Math.round(value * 1e6))
const time = 1_800_000_000
const hour = 3600
const clean: TransferFacts = {
  direction: 'deposit',
  coin: 'ETH',
  address: '1 0xa',
  time,
  usd: usd(500),
  dustUsd: usd(10),
  score: 3,
  level: 'Low',
  exposure: [],
  coverage: 'complete',
  verification: 'passed',
  customerCountry: 'FR',
}
const own = (category: 'sanctioned' | 'theft' | 'mixer') =>
  ({ category, directness: 'own', side: undefined, usd: undefined, share: usd(1) }) as const
const theft = (directness: 'direct' | 'indirect', value: number | undefined, share: number): Exposure => ({
  category: 'theft',
  directness,
  side: 'received',
  share: usd(share),
  usd: value === undefined ? undefined : usd(value),
})
const past = (more: Partial<PastTransfer> = {}): PastTransfer => ({
  direction: 'deposit',
  address: '1 0xb',
  time: time - hour,
  usd: usd(500),
  ...more,
})

const ruleOf = (condition: RuleCondition, more: Partial<TransferRule> = {}): TransferRule => ({
  name: 'rule',
  action: 'hold',
  priority: 1,
  when: { all: [condition] },
  ...more,
})
const decisionOn = (
  rules: readonly TransferRule[],
  facts: Partial<TransferFacts> = {},
  earlier: readonly PastTransfer[] = [],
) => {
  const whole = { ...clean, ...facts }
  return decide(rules, { facts: whole, history: historyOf(whole, earlier) })
}
const holds = (
  condition: RuleCondition,
  facts: Partial<TransferFacts> = {},
  earlier: readonly PastTransfer[] = [],
) => decisionOn([ruleOf(condition)], facts, earlier).decision === 'hold'

describe('default rules', () => {
  const decided = (facts: Partial<TransferFacts>, earlier: readonly PastTransfer[] = []) => {
    const { decision, rules } = decisionOn(defaultTransferRules, facts, earlier)
    return [decision, ...rules.flatMap(({ decided, rule }) => (decided ? rule.name : []))]
  }
  const severe = { score: 100, level: 'Severe' } as const

  test('block a counterparty that is sanctioned or labelled as theft, and hold High and Severe exposure', () => {
    expect(decided({})).toEqual(['allow'])
    expect(decided({ ...severe, exposure: [own('sanctioned')] })).toEqual(['block', 'malicious-counterparty'])
    expect(decided({ ...severe, exposure: [own('theft')], direction: 'withdrawal' })).toEqual([
      'block',
      'malicious-counterparty',
    ])
    expect(decided({ score: 75, level: 'High', exposure: [own('mixer')] })).toEqual(['hold', 'high-exposure'])
    expect(decided({ ...severe, exposure: [theft('direct', 400, 0.8)] })).toEqual(['hold', 'high-exposure'])
    expect(decided({ score: 40, level: 'Moderate', exposure: [theft('indirect', 20, 0.1)] })).toEqual([
      'allow',
    ])
  })

  test('hold amounts from 1,000 USD and unknown amounts if there is no data about the counterparty', () => {
    expect(decided({ coverage: 'none', usd: usd(1000) })).toEqual(['hold', 'no-coverage'])
    expect(decided({ coverage: 'none', usd: usd(999.99) })).toEqual(['allow'])
    expect(decided({ coverage: 'none', usd: undefined })).toEqual(['hold', 'no-coverage'])
    expect(decided({ coverage: 'partial', usd: usd(5000) })).toEqual(['allow'])
  })

  test('never block or hold a customer because of dust from a risky address', () => {
    const risky = { ...severe, exposure: [own('sanctioned')] }
    expect(decided({ ...risky, usd: usd(9.99) })).toEqual(['allow'])
    const dust = past({ address: clean.address, usd: usd(4) })
    expect(decided({ ...risky, usd: usd(5) }, [dust])).toEqual(['allow'])
    // Many small deposits from one address are more than dust.
    expect(decided({ ...risky, usd: usd(5) }, [dust, dust])).toEqual(['block', 'malicious-counterparty'])
    expect(decided({ ...risky, usd: usd(10) })).toEqual(['block', 'malicious-counterparty'])
    expect(decided({ ...risky, usd: usd(1), direction: 'withdrawal' })).toEqual([
      'block',
      'malicious-counterparty',
    ])
    expect(decided({ ...risky, usd: undefined }), 'an unknown amount').toEqual([
      'block',
      'malicious-counterparty',
    ])
  })
})

describe('conditions', () => {
  test('exposure: categories, directness, side, value and share', () => {
    const exposure = [theft('direct', 100, 0.2), { ...theft('direct', 50, 0.6), side: 'sent' as const }]
    const about = (more: object) =>
      holds({ fact: 'exposure', categories: ['theft'], ...more } as RuleCondition, { exposure })
    expect(about({})).toBe(true)
    expect(about({ categories: ['ransom'] })).toBe(false)
    expect(about({ directness: ['indirect', 'own'] })).toBe(false)
    expect(about({ min_usd: 150 })).toBe(true)
    expect(about({ min_usd: 150.01 })).toBe(false)
    expect(about({ side: 'received', min_usd: 101 })).toBe(false)
    expect(about({ min_share: 0.6 })).toBe(true)
    expect(about({ min_share: 0.61 }), 'shares of the two sides are not added up').toBe(false)
    const unpriced = { exposure: [theft('direct', undefined, 0.2)] }
    expect(holds({ fact: 'exposure', categories: ['theft'], min_usd: 1e9 }, unpriced)).toBe(true)
    expect(holds({ fact: 'exposure', categories: ['theft'], min_share: 0.3, min_usd: 1 }, unpriced)).toBe(
      false,
    )
  })

  test('amount, score, level, direction, coin, verification and country', () => {
    expect(holds({ fact: 'amount', min_usd: 500, below_usd: 501 })).toBe(true)
    expect(holds({ fact: 'amount', below_usd: 500 })).toBe(false)
    expect(holds({ fact: 'amount', below_usd: 500 }, { usd: undefined })).toBe(true)
    expect(holds({ fact: 'score', min: 3 })).toBe(true)
    expect(holds({ fact: 'score', min: 4 })).toBe(false)
    expect(holds({ fact: 'risk_level', in: ['Moderate'] })).toBe(false)
    expect(holds({ fact: 'direction', is: 'withdrawal' })).toBe(false)
    expect(holds({ fact: 'coin', in: ['ETH'] })).toBe(true)
    expect(holds({ fact: 'verification', in: ['none', 'failed'] })).toBe(false)
    expect(holds({ fact: 'verification', in: ['failed'] }, { verification: undefined })).toBe(true)
    expect(holds({ fact: 'customer_country', in: ['IR'] })).toBe(false)
    expect(holds({ fact: 'customer_country', in: ['IR'] }, { customerCountry: undefined })).toBe(true)
    expect(holds({ fact: 'coverage', in: ['partial', 'complete'] })).toBe(true)
  })

  test('velocity: sums and counts in a window', () => {
    const day = { fact: 'velocity', hours: 24 } as const
    const earlier = [past(), past({ time: time - 24 * hour }), past({ direction: 'withdrawal' })]
    expect(holds({ ...day, min_usd: 1500 }, {}, earlier), 'without the one a day ago').toBe(true)
    expect(holds({ ...day, min_usd: 1500.01 }, {}, earlier)).toBe(false)
    expect(holds({ ...day, min_count: 2, direction: 'deposit' }, {}, earlier)).toBe(true)
    expect(holds({ ...day, min_count: 3, direction: 'deposit' }, {}, earlier)).toBe(false)
    expect(holds({ ...day, min_count: 1, direction: 'withdrawal' }, {}, earlier)).toBe(false)
    expect(holds({ ...day, min_count: 2, same_address: true }, {}, earlier)).toBe(false)
    expect(holds({ ...day, min_usd: 1e6 }, {}, [past({ usd: undefined })]), 'an unknown amount').toBe(true)
    expect(holds({ ...day, min_usd: 501 }, {}, [past({ time: time + 1 })]), 'a later transfer').toBe(false)
  })

  test('first use of an address', () => {
    expect(holds({ fact: 'first_use' })).toBe(true)
    expect(holds({ fact: 'first_use' }, {}, [past()])).toBe(true)
    expect(holds({ fact: 'first_use' }, {}, [past({ address: clean.address })])).toBe(false)
  })

  test('structuring: several transfers just below a limit', () => {
    const rule = { fact: 'structuring', limit_usd: 1000, within: 0.1, min_count: 3, hours: 48 } as const
    const near = past({ usd: usd(950) })
    expect(holds(rule, { usd: usd(999.99) }, [near, near])).toBe(true)
    expect(holds(rule, { usd: usd(900) }, [near, near])).toBe(true)
    expect(holds(rule, { usd: usd(1000) }, [near, near]), 'not below the limit').toBe(false)
    expect(holds(rule, { usd: usd(899) }, [near, near])).toBe(false)
    expect(holds(rule, { usd: usd(950) }, [near, past({ usd: usd(1200) })])).toBe(false)
    expect(holds(rule, { usd: usd(950) }, [near, { ...near, direction: 'withdrawal' }])).toBe(false)
    expect(holds(rule, { usd: usd(950) }, [near, past({ usd: undefined })])).toBe(true)
  })

  test('pass-through: deposits that are withdrawn within hours', () => {
    const rule = { fact: 'pass_through', hours: 12, min_share: 0.8 } as const
    const out = { direction: 'withdrawal' } as const
    expect(holds(rule, { ...out, usd: usd(400) }, [past()])).toBe(true)
    expect(holds(rule, { ...out, usd: usd(399) }, [past()])).toBe(false)
    expect(holds(rule, { ...out, usd: usd(100) }, [past(), past({ ...out, usd: usd(300) })])).toBe(true)
    expect(holds(rule, { ...out, usd: usd(400) }, [past({ time: time - 12 * hour })])).toBe(false)
    expect(holds({ ...rule, min_usd: 501 }, { ...out, usd: usd(400) }, [past()])).toBe(false)
    expect(holds(rule, {}, [past()]), 'a deposit').toBe(false)
    expect(holds(rule, { ...out, usd: undefined }, [past()])).toBe(true)
  })

  test('a dormant account wakes up, and dust does not wake it', () => {
    const rule = { fact: 'dormant', days: 30 } as const
    const old = past({ time: time - 30 * 86_400 })
    expect(holds(rule, {}, [old])).toBe(true)
    expect(holds(rule), 'a new customer').toBe(false)
    expect(holds(rule, {}, [old, past()])).toBe(false)
    expect(holds(rule, {}, [old, past({ usd: usd(1) })]), 'dust in the meantime').toBe(true)
  })
})

describe('rules', () => {
  const always = { fact: 'amount', min_usd: 0 } as const

  test('decide by priority, then by strictness', () => {
    const hold = ruleOf(always, { name: 'hold', priority: 2 })
    const block = ruleOf(always, { name: 'block', priority: 2, action: 'block' })
    const allow = ruleOf(always, { name: 'allow', priority: 1, action: 'allow' })
    expect(decisionOn([hold, block]).decision).toBe('block')
    expect(decisionOn([hold, block, allow]).decision).toBe('allow')
    expect(decisionOn([hold, block, allow]).rules.map(({ rule, decided }) => [rule.name, decided])).toEqual([
      ['allow', true],
      ['block', false],
      ['hold', false],
    ])
    expect(decisionOn([]).decision).toBe('allow')
  })

  test('combine conditions with all and any', () => {
    const never = { fact: 'score', min: 99 } as const
    const whenOf = (when: TransferRule['when']) => decisionOn([{ ...ruleOf(always), when }]).decision
    expect(whenOf({ all: [always, never] })).toBe('allow')
    expect(whenOf({ any: [never, always] })).toBe('hold')
    expect(whenOf({ all: [always, { any: [never, always] }] })).toBe('hold')
    expect(whenOf({ any: [never, { all: [always, never] }] })).toBe('allow')
  })

  test('a missing value counts against the transfer, whatever the action', () => {
    const large = { fact: 'amount', min_usd: 1000 } as const
    expect(decisionOn([ruleOf(large)], { usd: undefined }).decision).toBe('hold')
    const allow = ruleOf({ fact: 'amount', below_usd: 1000 }, { action: 'allow', name: 'small' })
    const rules = [allow, ruleOf(always, { priority: 2 })]
    expect(decisionOn(rules, { usd: undefined }).decision).toBe('hold')
    expect(decisionOn(rules).decision).toBe('allow')
  })

  test('in shadow mode decide nothing, and report what they would have done', () => {
    const found = decisionOn([ruleOf(always, { shadow: true })])
    expect(found).toMatchObject({ decision: 'allow', shadowDecision: 'hold', rules: [] })
    expect(found.shadowRules.map(({ rule }) => rule.name)).toEqual(['rule'])
  })

  test('apply to dust only if they say so', () => {
    const dust = { usd: usd(1) }
    expect(decisionOn([ruleOf(always)], dust)).toMatchObject({ decision: 'allow', isDust: true })
    expect(decisionOn([ruleOf(always, { includes_dust: true })], dust).decision).toBe('hold')
  })

  test('are described in plain sentences', () => {
    expect(defaultTransferRules.map(describeRule)).toEqual([
      'Block a transfer if the counterparty itself is labelled sanctioned, theft, ransom or phishing.',
      'Hold a transfer if the risk level of the counterparty is High or Severe.',
      'Hold a transfer if the data about the counterparty is missing and it is worth 1,000 USD or more.',
    ])
    const velocity = {
      fact: 'velocity',
      hours: 48,
      direction: 'deposit',
      min_count: 5,
      min_usd: 9000,
    } as const
    expect(describeRule(ruleOf(velocity, { shadow: true }))).toBe(
      'Hold a transfer if the customer’s deposits within 2 days number 5 or more and add up to 9,000 USD or more. The rule is in shadow mode and decides nothing.',
    )
  })
})
