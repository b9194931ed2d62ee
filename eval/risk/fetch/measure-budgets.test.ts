import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshEmbedded } from '../../../test/support/engines.ts'
import { address, madeFlows, readMadeCase } from '../cases/made-case.ts'
import { openStage, type Stage } from '../measure/open-world.ts'
import { budgetTable } from '../report/budget-table.ts'
import { budgets, measureBudgets } from './measure-budgets.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await openFreshEmbedded())
})
afterAll(() => stage?.close())

test('finds the same as a full import if the budget has no limit', { timeout: 120_000 }, async () => {
  const [thief, one, two, three, bank] = [1, 2, 3, 4, 5]
  const the = readMadeCase({
    flows: madeFlows(
      [
        [thief, one, 90_000],
        [one, two, 60_000],
        [one, three, 20_000],
        [two, three, 50_000],
        [three, bank, 60_000],
      ],
      { [bank]: 'Some Bank' },
    ),
    sources: address(thief),
    terminals: address(bank),
  })
  const results = await measureBudgets({ the, seed: 1, perAddress: 2, most: 4, stage, progress: () => {} })
  expect(results.map(({ requests }) => requests)).toEqual(budgets)
  const last = results.at(-1)
  expect(last).toMatchObject({ different: 0, reached: { count: 3, high: 3 } })
  expect(last?.complete).toBe(3 + (last?.strangers.count ?? 0))
  expect(results[0]?.used).toBeLessThanOrEqual(10)
  const table = budgetTable([{ budgets: results }])
  expect(table.rows.map(([requests]) => requests)).toEqual(['10', '30', '100', '300', 'no limit'])
  expect(table.rows.every((row) => row.length === table.head.length)).toBe(true)
})
