import { ledgerMigrations } from '@touchstone/kyt'
import { migrateClickHouse, openEmbeddedClickHouse } from '@touchstone/storage'
import { coinIds, coinNames, networkId } from '../ledger/generate-sql.ts'
import { serveRole } from '../support/role.ts'
import { applyFresh, defaultBatchRows } from './kyt-inside.ts'

/** The engine alone: the ledger's own `INSERT … SELECT` statements, on rows that lie ready in a table. */
export type BareQuestion = { folder: string; transfers: string; labels: string }
export type BareAnswer = { rows: number; seconds: number }

serveRole<BareQuestion, BareAnswer>(async ({ folder, transfers, labels }, onProgress) => {
  const clickhouse = await openEmbeddedClickHouse({ folder })
  try {
    await migrateClickHouse({ clickhouse, migrations: ledgerMigrations })
    await clickhouse.work(
      `insert into known_address select ${networkId}, unhex(substring(address, 3)) from file('${labels}', 'CSVWithNames')`,
    )
    const names = coinNames.map((name) => `'${name}'`).join(', ')
    await clickhouse.work(
      `insert into fresh_transfer (batch, network, coin, tx, position, block, time, sender, receiver, amount)
       select intDiv(rowNumberInAllBlocks(), ${defaultBatchRows}) + 1, ${networkId},
         ${coinIds()}[indexOf([${names}], coin)], concat(char(2), unhex(substring(tx_hash, 3))), position, block,
         timestamp, unhex(substring("from", 3)), unhex(substring("to", 3)), toUInt256(replaceOne(amount, '.', ''))
       from file('${transfers}', 'CSVWithNames', 'coin String, tx_hash String, position UInt64, block UInt64,
         timestamp UInt32, "from" String, "to" String, amount String')
       settings max_threads = 1`,
    )
    await clickhouse.work('optimize table fresh_transfer final')
    const [given] = await clickhouse.work<{ rows: number; batches: number }>(
      'select toFloat64(count()) as rows, toFloat64(max(batch)) as batches from fresh_transfer',
    )
    const { rows = 0, batches = 0 } = given ?? {}
    const startedAt = performance.now()
    for (let batch = 1; batch <= batches; batch++) {
      await applyFresh(clickhouse, batch, undefined)
      onProgress(batch, batches)
    }
    return { rows, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    await clickhouse.close()
  }
})
