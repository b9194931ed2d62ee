import type { Table } from '../../../bench/support/report.ts'
import type { BudgetResult } from '../fetch/measure-budgets.ts'
import { count, share } from './shown.ts'

/** Shows found addresses and false alarms by budget, for all cases together. */
export function budgetTable(results: readonly { readonly budgets: readonly BudgetResult[] }[]): Table {
  const [first] = results
  const rows = (first?.budgets ?? []).map(({ requests }, index) => {
    const all = results.flatMap(({ budgets }) => budgets[index] ?? [])
    const sum = (of: (one: BudgetResult) => number) => all.reduce((total, one) => total + of(one), 0)
    const reached = sum((one) => one.reached.count)
    const strangers = sum((one) => one.strangers.count)
    const answers = reached + strangers
    return [
      Number.isFinite(requests) ? String(requests) : 'no limit',
      share(
        sum((one) => one.reached.moderate),
        reached,
      ),
      share(
        sum((one) => one.reached.high),
        reached,
      ),
      share(
        sum((one) => one.strangers.moderate),
        strangers,
      ),
      share(
        sum((one) => one.strangers.high),
        strangers,
      ),
      share(
        sum((one) => one.complete),
        answers,
      ),
      count(sum((one) => one.different)),
      count(Math.round(sum((one) => one.used * (one.reached.count + one.strangers.count)) / answers)),
    ]
  })
  return {
    title: 'First scores with an empty ledger and a source',
    head: [
      'requests',
      'found, Moderate or worse',
      'found, High or Severe',
      'false, Moderate or worse',
      'false, High or Severe',
      'complete',
      'differ from a full import',
      'requests used',
    ],
    rows,
  }
}
