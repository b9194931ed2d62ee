import type { ClickHouse } from '@touchstone/storage'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenedLedger, openTestLedger } from '../../../../test/support/ledger.ts'
import { ledgerTest as test } from '../../../../test/support/ledger-engine.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { importTransfers } from '../ledger/import-transfers.ts'
import { recoverImports } from '../imports/recover-imports.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { importLabels } from './import-labels.ts'
import type { LabelSource } from './label-source.ts'

let ledger: OpenedLedger
beforeAll(async () => {
  ledger = await openTestLedger('embedded')
})
afterAll(() => ledger.close())

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const tx = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

const list = (number: number, version: string): LabelSource => ({
  name: `list ${number}`,
  version,
  title: 'list',
  async *entries() {
    const said = { network: 'ETH', label: '', category: 'exchange', incident: '', confidence: 50 } as const
    yield { file: 'list', label: { ...said, address: address(number), entity: `Entity ${version}` } }
  },
})

/** An engine that dies at its nth statement: every later one fails too. */
function dyingAt(clickhouse: ClickHouse, statement: number): ClickHouse {
  let count = 0
  const alive = () => {
    count += 1
    if (count > statement) throw new Error('the engine is gone')
  }
  return {
    ...clickhouse,
    async work<Row>(...call: Parameters<ClickHouse['work']>) {
      alive()
      return await clickhouse.work<Row>(...call)
    },
    async load(...call) {
      alive()
      await clickhouse.load(...call)
    },
  }
}

const transfer = (number: number, round: number) => ({
  coin: 'ETH',
  tx: tx(number * 100 + round),
  position: 0,
  block: number * 100 + round,
  time: 1_700_000_000 + round,
  from: address(900 + round),
  to: address(number),
  amount: 5n,
})

const put = (number: number, round: number) =>
  importTransfers(ledger, {
    kind: 'test',
    name: 'test',
    entries: [{ transfers: [transfer(number, round)] }],
    rejects: refuseRejects,
  })

test('wherever the engine dies, the next import finds labels and edges whole, and each of them once', async () => {
  let died = 0
  for (let statement = 0; ; statement += testAll ? 1 : 3) {
    const number = 1 + statement
    await put(number, 1)
    const clickhouse = dyingAt(ledger.clickhouse, statement)
    const importing = importLabels(
      { ...ledger, clickhouse },
      { sources: [list(number, '1')], rejects: refuseRejects },
    )
    const outcome = await importing.then(
      () => 'done',
      () => 'died',
    )
    if (outcome === 'died') died += 1
    // Another import comes before anybody looks after the first: its transfers need their edges too.
    await put(number, 2)
    await recoverImports(ledger)
    const { rows } = await ledger.database.run(
      `select state from kyt_import where kind = 'labels' and name = 'list ${number}'`,
    )
    const decided = (rows as { state: string }[])[0]?.state === 'done'
    const [edges] = await ledger.clickhouse.work<{ spent: string; transfers: number }>(
      `select toString(sum(spent)) as spent, toFloat64(sum(spent_transfers)) as transfers from known_edge
       where counterparty = unhex({a:String})`,
      { a: address(number).slice(2) },
    )
    const [labels] = await ledger.clickhouse.work<{ count: number }>(
      'select toFloat64(count()) as count from label where address = unhex({a:String})',
      { a: address(number).slice(2) },
    )
    const expected = decided ? { spent: '10', transfers: 2 } : { spent: '0', transfers: 0 }
    expect(edges, `died at statement ${statement}`).toEqual(expected)
    expect(labels, `died at statement ${statement}`).toEqual({ count: decided ? 1 : 0 })
    if (outcome === 'done') break
  }
  expect(died).toBeGreaterThan(testAll ? 5 : 2)
})
