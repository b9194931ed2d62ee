import type { CustomerTransferDecision, TransferRule } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { decide, type RuleDecision } from '../rules/decide.ts'
import { historyOf } from '../rules/transfer-facts.ts'
import {
  type CustomerDecision,
  selectCustomerDecisions,
  selectLatestFacts,
  selectNewest,
  type TestedRow,
} from './backtest-store.ts'
import { factsOf, pastOf } from './decide-transfer.ts'
import { factsIn, usdOf } from './show-transfer.ts'
import type { TransferContext } from './transfer-context.ts'

/** Maximum number of transfers of one backtest. */
export const maxBacktest = 10_000
/** Number of transfers that are loaded at a time. */
const atOnce = 200

type Counts = Record<CustomerTransferDecision, number>

/** What rules would have decided, compared with the decisions that were made. */
export type Backtest = {
  readonly transfers: number
  /** The newest decisions of the rules in force. */
  readonly before: Counts
  readonly after: Counts
  /** The transfers on which the decision differs, newest first. */
  readonly changed: readonly {
    readonly id: number
    readonly before: CustomerTransferDecision
    readonly after: CustomerTransferDecision
  }[]
  /** How often each rule applied and decided. A rule in shadow mode never decides. */
  readonly rules: readonly {
    readonly name: string
    readonly shadow: boolean
    readonly applied: number
    readonly decided: number
  }[]
}

/**
 * Applies rules to a merchant's newest transfers, on the values that were known at the newest decision on each.
 * Decides with the same function as the live rules, so that the same rules give the same decisions.
 */
export async function backtestRules(
  context: TransferContext,
  input: { merchant: string; rules: readonly TransferRule[]; limit: number },
): Promise<Backtest> {
  const { merchant, rules, limit } = input
  const newest = await selectNewest(journalOf(context), { merchant, limit: Math.min(limit, maxBacktest) })
  const before: Counts = { allow: 0, hold: 0, block: 0 }
  const after: Counts = { allow: 0, hold: 0, block: 0 }
  const changed: Backtest['changed'][number][] = []
  const applied = new Map<string, { applied: number; decided: number }>()
  for (let from = 0; from < newest.length; from += atOnce) {
    for (const { row, was, is } of await testSome(context, rules, newest.slice(from, from + atOnce))) {
      before[was] += 1
      after[is.decision] += 1
      if (was !== is.decision) changed.push({ id: row.id, before: was, after: is.decision })
      for (const { rule, decided } of [...is.rules, ...is.shadowRules]) {
        const count = applied.get(rule.name) ?? { applied: 0, decided: 0 }
        applied.set(rule.name, {
          applied: count.applied + 1,
          decided: count.decided + (decided ? 1 : 0),
        })
      }
    }
  }
  return {
    transfers: newest.length,
    before,
    after,
    changed,
    rules: rules.map(({ name, shadow }) => ({
      name,
      shadow: shadow === true,
      ...(applied.get(name) ?? { applied: 0, decided: 0 }),
    })),
  }
}

type TestResult = { row: TestedRow; was: CustomerTransferDecision; is: RuleDecision }

async function testSome(
  context: TransferContext,
  rules: readonly TransferRule[],
  rows: readonly TestedRow[],
): Promise<TestResult[]> {
  const db = journalOf(context)
  const ids = rows.map(({ id }) => id)
  const latest = new Map((await selectLatestFacts(db, ids)).map((made) => [made.transferId, made]))
  const byCustomer = new Map<string, CustomerDecision[]>()
  for (const made of await selectCustomerDecisions(db, [...new Set(rows.map((row) => row.customerId))])) {
    const list = byCustomer.get(made.customerId)
    if (list === undefined) byCustomer.set(made.customerId, [made])
    else list.push(made)
  }
  return rows.flatMap((row) => {
    const made = latest.get(row.id)
    const decisions = byCustomer.get(row.customerId) ?? []
    const own = decisions.find(({ transferId }) => transferId === row.id)
    // Registered in the meantime, so that the rest has not been read.
    if (made === undefined || own === undefined) return []
    const facts = factsOf({ ...own, coin: row.coin }, { ...factsIn(made), usd: usdOf(made) })
    const history = historyOf(facts, earlierThan(decisions, { id: row.id, decisionId: made.decisionId }))
    return [{ row, was: made.decision, is: decide(rules, { facts, history }) }]
  })
}

/** The customer's transfers registered before a transfer, with their values when its decision was made. */
function earlierThan(
  decisions: readonly CustomerDecision[],
  { id, decisionId }: { id: number; decisionId: number },
) {
  const newest = new Map<number, CustomerDecision>()
  for (const made of decisions) {
    if (made.transferId < id && made.decisionId < decisionId) newest.set(made.transferId, made)
  }
  return [...newest.values()].map(pastOf)
}
