import { defaultRiskPolicy, type RiskPolicy } from '@touchstone/kyt'
import type { Category } from '../../packages/kyt/src/labels/categories.ts'
import type { Movement } from '../../packages/kyt/src/ledger/movement.ts'
import {
  type BalanceHistories,
  buildBalanceHistories,
} from '../../packages/kyt/src/lookup/balance-history.ts'
import type { KnownAs } from '../../packages/kyt/src/lookup/known-as.ts'
import { larger, smaller } from '../../packages/kyt/src/lookup/numbers.ts'
import { createPacer } from '../../packages/kyt/src/pace/pacer.ts'
import { arrivalsOf, shortfallOf } from '../../packages/kyt/src/risk/roots/address-roots.ts'
import { type Score, scoreOf } from '../../packages/kyt/src/risk/score/formula.ts'
import type { Side } from '../../packages/kyt/src/risk/trace/side.ts'
import { isPooled, riskyClassOf } from '../../packages/kyt/src/risk/trace/side-book.ts'
import { traceSides } from '../../packages/kyt/src/risk/trace/trace-sides.ts'
import type { TransactionMovement } from '../../packages/kyt/src/risk/trace/transfers-of.ts'

/** A transfer in whole dollars, or in another coin of the same value. */
export type Paid = {
  readonly from: string
  readonly to: string
  readonly usd: number
  readonly at: number
  readonly coin?: number
  readonly tx?: string
}

export type RiskWorld = {
  readonly paid: readonly Paid[]
  readonly labels: Readonly<Record<string, Category>>
}

/** In these worlds, amounts are in millionths of a dollar, like USD values. */
const one = 1_000_000

/** Rates an address, given the transfers of a small world. Uses the tracing and the formula, but no store. */
export async function judge(
  world: RiskWorld,
  address: string,
  policy: RiskPolicy = defaultRiskPolicy,
  { onTrace = () => {} }: { onTrace?: () => void } = {},
): Promise<{
  score: Score
  sides: { received: Side; sent: Side }
  /** Number of addresses in each read. */
  balanceReads: number[]
  /** Total number of transfers in all reads. */
  transfersRead: number
}> {
  const histories = historiesOf(world)
  const knownOf = (of: string): KnownAs | undefined => {
    const category = world.labels[of]
    return category && { name: of, detail: of, category, incident: '', source: 'test', version: '1' }
  }
  const valuation = {
    unit: 'USD',
    prepare: async () => {},
    worth: (_coin: number, amount: bigint) => amount,
    unpriced: () => [],
  }
  const balanceReads: number[] = []
  let transfersRead = 0
  const own = histories.get(address) ?? buildBalanceHistories([])
  const rootOf = (direction: 'received' | 'sent') => ({
    arrivals: arrivalsOf(address, own, direction, valuation),
    older: [],
  })
  const shortfall = shortfallOf(own, valuation)
  const counts = countTransfers(world)
  onTrace()
  const { sides } = await traceSides(
    {
      valuation,
      transferCounts: async (addresses) => new Map(addresses.map((of) => [of, counts.get(of) ?? 0])),
      balances: async (addresses) => {
        balanceReads.push(addresses.length)
        for (const of of addresses) transfersRead += counts.get(of) ?? 0
        return new Map(addresses.flatMap((of) => pairOf(of, histories.get(of))))
      },
      transactions: async (txs) =>
        new Map(txs.map((tx) => [tx, transfersOf(world).filter((transfer) => transfer.tx === tx)])),
      known: async (addresses) => new Map(addresses.flatMap((of) => pairOf(of, knownOf(of)))),
    },
    policy,
    {
      received: rootOf('received'),
      sent: rootOf('sent'),
      self: address,
      isKnown: true,
      shortfall,
      balances: new Map([[address, own]]),
      // Includes known accounts, because an address's edges list its labelled counterparties.
      known: new Map(world.paid.flatMap(({ from, to }) => [from, to]).map((of) => [of, knownOf(of)])),
    },
    createPacer().open(),
  )
  const factsOf = ({ whole, ended, findings }: Side) => {
    return { whole, unrecorded: ended.get('unrecorded') ?? 0n, taints: findings }
  }
  const score = scoreOf(policy, {
    own: riskyClassOf(knownOf(address)),
    isPooled: isPooled(knownOf(address)),
    isInUsd: true,
    shortfall: smaller(shortfall, larger(sides.sent.whole - sides.received.whole, 0n)),
    received: factsOf(sides.received),
    sent: factsOf(sides.sent),
  })
  return { score, sides, balanceReads, transfersRead }
}

function countTransfers({ paid }: RiskWorld): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { from, to } of paid) {
    if (from === to) continue
    for (const of of [from, to]) counts.set(of, (counts.get(of) ?? 0) + 1)
  }
  return counts
}

const pairOf = <Value>(of: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[of, value]]

function transfersOf({ paid }: RiskWorld): TransactionMovement[] {
  return paid.map(({ from, to, usd, at, coin = 1, tx }, index) => ({
    from,
    to,
    coin,
    time: at,
    tx: tx ?? `tx${index}`,
    position: index,
    amount: BigInt(Math.round(usd * one)),
  }))
}

function historiesOf(world: RiskWorld): Map<string, BalanceHistories> {
  const movements = new Map<string, Movement[]>()
  const add = (holder: string, movement: Movement) => {
    const list = movements.get(holder)
    if (list === undefined) movements.set(holder, [movement])
    else list.push(movement)
  }
  for (const { from, to, coin, time, tx, position, amount } of transfersOf(world)) {
    if (from === to) continue
    const common = { coin, time, block: time, tx, position, amount }
    add(from, { ...common, kind: 'out', counterparty: to })
    add(to, { ...common, kind: 'in', counterparty: from })
  }
  return new Map([...movements].map(([holder, list]) => [holder, buildBalanceHistories(list)]))
}
