import type { PGlite } from '@electric-sql/pglite'
import { systemClock, systemRandom } from '@touchstone/common'
import { ensureBuiltinLabels, openLedger } from '@touchstone/kyt'
import { allMigrations } from '@touchstone/runtime'
import { type Database, migrate, openEmbeddedClickHouse, openServer, overPglite } from '@touchstone/storage'
import { ensureDemoLedger } from '../../apps/server/src/demo/ensure-demo-ledger.ts'

/** Name of the database on the test server that has the journal of the demo ledger. */
export const demoDatabase = 'touchstone_demo_ledger'

const journalTables = ['kyt_ledger', 'kyt_import', 'kyt_covered', 'kyt_label_source']

/** Fills a ledger as a first start does, once for all tests: they begin with copies of it. */
export async function buildDemoLedger(options: {
  pglite: PGlite
  postgresUrl: string
  clickhouseFolder: string
}): Promise<void> {
  const database = overPglite(options.pglite)
  const clickhouse = await openEmbeddedClickHouse({ folder: options.clickhouseFolder })
  try {
    await migrate({ database, migrations: allMigrations })
    const kyt = { database, clickhouse, clock: systemClock, random: systemRandom }
    await openLedger(kyt)
    await ensureBuiltinLabels(kyt)
    await ensureDemoLedger(kyt, () => {})
    await copyJournal(database, options.postgresUrl)
  } finally {
    await clickhouse.close()
  }
}

/** The same journal on the server: the ledger's files are the same. */
async function copyJournal(from: Database, postgresUrl: string): Promise<void> {
  const admin = await openServer({ url: postgresUrl, poolSize: 2 })
  await admin.run(`create database ${demoDatabase}`)
  await admin.close()
  const to = await openServer({ url: postgresUrl.replace(/\/postgres$/, `/${demoDatabase}`), poolSize: 2 })
  await migrate({ database: to, migrations: allMigrations })
  for (const table of journalTables) {
    const { rows } = await from.run(`select to_jsonb(t) as row from ${table} t`)
    for (const { row } of rows as { row: unknown }[]) {
      await to.run(
        `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      )
    }
  }
  await to.run("select setval(pg_get_serial_sequence('kyt_import', 'id'), (select max(id) from kyt_import))")
  await to.close()
}
