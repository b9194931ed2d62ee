import type { NewCustomerTransfer, RuleCondition, TransferRule } from '@touchstone/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { setOverride } from '../policy/policies.ts'
import { backtestRules } from './backtest-rules.ts'
import { rulesOf } from './decide-transfer.ts'
import { registerTransfer } from './register-transfer.ts'
import { getTransfer, listTransfers } from './transfers.ts'

const hours = fc.integer({ min: 1, max: 200 })
const amount = fc.constantFrom(1, 9, 10, 100, 900, 950, 1000, 5000)
const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({ fact: fc.constant('amount' as const), min_usd: amount }),
  fc.record({ fact: fc.constant('velocity' as const), hours, min_usd: amount }),
  fc.record({
    ...{ fact: fc.constant('velocity' as const), hours, min_count: fc.integer({ min: 1, max: 5 }) },
    same_address: fc.boolean(),
  }),
  fc.constant({ fact: 'first_use' as const }),
  fc.record({
    ...{ fact: fc.constant('structuring' as const), hours, limit_usd: fc.constantFrom(1000, 10_000) },
    ...{ within: fc.constantFrom(0.1, 0.5), min_count: fc.integer({ min: 2, max: 4 }) },
  }),
  fc.record({
    ...{ fact: fc.constant('pass_through' as const), hours, min_share: fc.constantFrom(0.1, 0.5, 1) },
  }),
  fc.record({ fact: fc.constant('dormant' as const), days: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    fact: fc.constant('exposure' as const),
    categories: fc.constant<string[]>(['theft', 'mixer']),
  }),
  fc.record({
    fact: fc.constant('customer_country' as const),
    in: fc.constantFrom<string[]>(['FR'], ['IR', 'KP']),
  }),
)
const rulesArbitrary = fc.array(
  fc.record({
    action: fc.constantFrom('allow' as const, 'hold' as const, 'block' as const),
    priority: fc.integer({ min: 1, max: 3 }),
    shadow: fc.boolean(),
    includes_dust: fc.boolean(),
    when: fc.oneof(
      fc.record({ all: fc.array(condition, { minLength: 1, maxLength: 2 }) }),
      fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 2 }) }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
)
const transfersArbitrary = fc.array(
  fc.record({
    customer: fc.constantFrom('c1', 'c2'),
    direction: fc.constantFrom('deposit' as const, 'withdrawal' as const),
    coin: fc.constantFrom('USDT-ERC20', 'USDT-ERC20', 'USDT-ERC20', 'ETH'),
    amount,
    address: fc.integer({ min: 0, max: 3 }),
    /** Hours before the last transfer. Transfers are not always registered in the order of their times. */
    hoursAgo: fc.integer({ min: 0, max: 300 }),
    country: fc.constantFrom('FR', 'IR', undefined),
  }),
  { minLength: 1, maxLength: 10 },
)

onOneLedger('server', 'backtest of rules', (suite) => {
  let world: WatchWorld
  let addresses: string[]
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    addresses = Array.from({ length: 4 }, () => world.address())
    await world.label([
      { address: addresses[0] ?? '', category: 'theft' },
      { address: addresses[1] ?? '', category: 'mixer' },
    ])
  })
  const registerAll = async (merchant: string, given: readonly Given[]) => {
    const now = Math.floor(world.context.clock.now() / 1000)
    for (const [index, { address, amount, hoursAgo, country, ...rest }] of given.entries()) {
      const transfer: NewCustomerTransfer = {
        ...rest,
        reference: `r-${index}`,
        address: addresses[address] ?? '',
        amount: String(amount),
        time: now - hoursAgo * 3600,
        ...(country !== undefined && { customer_country: country }),
      }
      await registerTransfer(world.context, world.reader, { ...transfer, merchant })
    }
  }
  const named = (rules: readonly Omit<TransferRule, 'name'>[]): TransferRule[] =>
    rules.map((rule, index) => ({ ...rule, name: `rule-${index}` }))
  const decisionsOf = async (merchant: string) =>
    (await listTransfers(world.context, { merchant })).transfer_list.map(({ decision }) => decision)

  test('equals what the live rules decide on the same transfers, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(rulesArbitrary, transfersArbitrary, async (given, transfers) => {
        const rules = named(given)
        const [live, tested] = [world.merchant(), world.merchant()]
        await setOverride(world.context, live, { version: 'v1', rules })
        await setOverride(world.context, tested, { version: 'v1', rules: [] })
        await registerAll(live, transfers)
        await registerAll(tested, transfers)
        // The rules of one merchant, applied to transfers that were decided without any rule.
        const found = await backtestRules(world.context, { merchant: tested, rules, limit: 100 })
        const decided = await decisionsOf(live)
        const after = await decisionsOf(tested)
        const changed = new Map(found.changed.map(({ id, after }) => [id, after]))
        const ids = [...changed.keys()]
        expect(found.transfers).toBe(transfers.length)
        expect(found.after).toEqual({
          allow: decided.filter((one) => one === 'allow').length,
          hold: decided.filter((one) => one === 'hold').length,
          block: decided.filter((one) => one === 'block').length,
        })
        expect(new Set(after)).toEqual(new Set(['allow']))
        expect(ids).toHaveLength(decided.filter((one) => one !== 'allow').length)
        // The live merchant's own rules change nothing.
        const same = await backtestRules(world.context, { merchant: live, rules, limit: 100 })
        expect(same.changed).toEqual([])
        expect(same.before).toEqual(found.after)
      }),
      { numRuns: 25 },
    )
  })

  test('applies the same rules to each transfer, and counts rules in shadow mode', async () => {
    const merchant = world.merchant()
    const rule = {
      ...{ name: 'large', action: 'hold' as const, priority: 1 },
      when: { all: [{ fact: 'amount' as const, min_usd: 1000 }] },
    }
    await setOverride(world.context, merchant, { version: 'v1', rules: [{ ...rule, shadow: true }] })
    await registerAll(merchant, [
      { ...plain, amount: 5000 },
      { ...plain, amount: 900 },
      { ...plain, amount: 1000 },
    ])
    const policy = await world.reader.policyOf(merchant)
    const live = await backtestRules(world.context, { merchant, rules: rulesOf(policy), limit: 10 })
    expect(live).toMatchObject({
      ...{ transfers: 3, changed: [], before: { allow: 3 }, after: { allow: 3 } },
      rules: [{ name: 'large', shadow: true, applied: 2, decided: 0 }],
    })
    const { transfer } = await getTransfer(world.context, { merchant, reference: 'r-0' })
    expect(transfer).toMatchObject({ decision: 'allow', shadow_decision: 'hold' })
    const tested = await backtestRules(world.context, { merchant, rules: [rule], limit: 2 })
    expect(tested).toMatchObject({ transfers: 2, after: { allow: 1, hold: 1 }, rules: [{ decided: 1 }] })
    expect(tested.changed).toMatchObject([{ before: 'allow', after: 'hold' }])
  })
})

type Given = typeof transfersArbitrary extends fc.Arbitrary<(infer Each)[]> ? Each : never
const plain: Given = {
  ...{
    customer: 'c1',
    direction: 'deposit',
    coin: 'USDT-ERC20',
    address: 3,
    hoursAgo: 0,
    country: undefined,
  },
  amount: 1,
}
