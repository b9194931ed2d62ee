import type { Database } from '@touchstone/storage'
import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { edgesOfAll } from '../../../../test/support/ledger-store.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { importTransfers } from '../imports/import-transfers.ts'
import { iterableSource } from '../imports/iterable-source.ts'
import { recoverImports } from '../imports/recover-imports.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { openPackedLedger } from '../ledger/packed/open-packed-ledger.ts'
import { importLabels } from './import-labels.ts'
import type { LabelSource } from './label-source.ts'

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

/** A database connection that fails permanently after its nth statement, inside or outside a transaction. */
function dyingAfter(database: Database, statements: number): Database {
  let count = 0
  const mortal: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1
      if (count > statements) throw new Error('the store is unavailable')
      return result
    },
  }
  const kysely = database.tables<unknown>().withPlugin(mortal)
  return { ...database, tables: <Tables>() => kysely as Kysely<Tables> }
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

onOneLedger('server', 'labels', (suite) => {
  const put = (number: number, round: number) =>
    importTransfers(suite.ledger, {
      source: iterableSource({ kind: 'test', name: 'test', transfers: [transfer(number, round)] }),
      rejects: refuseRejects,
    })

  test('stores labels and edges completely and only once, regardless of when the store fails', async () => {
    let died = 0
    for (let statement = 0; ; statement += testAll ? 1 : 3) {
      const number = 1 + statement
      await put(number, 1)
      const ledger = openPackedLedger(dyingAfter(suite.ledger.database, statement))
      const importing = importLabels(
        { ...suite.ledger, ledger },
        { sources: [list(number, '1')], rejects: refuseRejects },
      )
      const outcome = await importing.then(
        () => 'done',
        () => 'died',
      )
      if (outcome === 'died') died += 1
      // A second import runs before the interrupted import is recovered. The edges must also include the
      // second import's transfers.
      await put(number, 2)
      await recoverImports(suite.ledger)
      const { rows } = await suite.ledger.database.run(
        `select state from kyt_import where kind = 'labels' and name = 'list ${number}'`,
      )
      const isDone = (rows as { state: string }[])[0]?.state === 'done'
      const key = (one: number) => ({ network: 10, address: address(one).slice(2) })
      const edges = await edgesOfAll(suite.ledger.ledger, [key(901), key(902)])
      const spent = [...edges.values()]
        .flat()
        .filter(({ counterparty }) => counterparty === key(number).address)
      expect(
        spent.map(({ spent: amount, spentTransfers }) => [amount, spentTransfers]),
        `died after statement ${statement}`,
      ).toEqual(
        isDone
          ? [
              [5n, 1],
              [5n, 1],
            ]
          : [],
      )
      const { found: labels } = await suite.ledger.ledger.labels([key(number)])
      expect([...labels.values()].flat(), `died after statement ${statement}`).toHaveLength(isDone ? 1 : 0)
      if (outcome === 'done') break
    }
    expect(died).toBeGreaterThan(testAll ? 5 : 2)
  })
})
