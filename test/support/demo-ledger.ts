import { existsSync, mkdirSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { systemClock, systemRandom } from '@touchstone/common'
import { ensureBuiltinLabels, openLedger } from '@touchstone/kyt'
import { allMigrations } from '@touchstone/runtime'
import {
  type Database,
  migrate,
  openEmbeddedClickHouse,
  openServer,
  overPglite,
  pgliteParsers,
} from '@touchstone/storage'
import { inject } from 'vitest'
import { ensureDemoLedger } from '../../apps/server/src/demo/ensure-demo-ledger.ts'
import { hasLedgerEngine } from './ledger-engine.ts'
import { waitUntil } from './processes.ts'

/** Name of the database on the test server that has the journal of the demo ledger. */
export const demoDatabase = 'touchstone_demo_ledger'

const journalTables = ['kyt_ledger', 'kyt_import', 'kyt_covered', 'kyt_label_source']

export type DemoTemplate = { readonly pglite: string; readonly clickhouse: string }

/** A ledger filled as a first start fills it, made by the first suite that needs it: the tests begin with copies. */
export async function demoTemplate(): Promise<DemoTemplate> {
  const folder = inject('demoTemplateFolder')
  const template = { pglite: join(folder, 'postgres.tar'), clickhouse: join(folder, 'clickhouse') }
  try {
    mkdirSync(folder)
  } catch {
    await waitUntil(() => existsSync(template.pglite), 240_000, 'another suite to make the demo ledger')
    return template
  }
  const pglite = await PGlite.create({
    loadDataDir: await openAsBlob(inject('pgliteTemplate')),
    parsers: pgliteParsers,
  })
  await fill(overPglite(pglite), template.clickhouse)
  const draft = `${template.pglite}.draft`
  writeFileSync(draft, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  renameSync(draft, template.pglite)
  return template
}

async function fill(database: Database, folder: string): Promise<void> {
  if (!hasLedgerEngine) {
    mkdirSync(folder)
    await migrate({ database, migrations: allMigrations })
    await copyJournal(database, inject('postgresUrl'))
    return
  }
  const clickhouse = await openEmbeddedClickHouse({ folder })
  try {
    await migrate({ database, migrations: allMigrations })
    const kyt = { database, clickhouse, clock: systemClock, random: systemRandom }
    await openLedger(kyt)
    await ensureBuiltinLabels(kyt)
    await ensureDemoLedger(kyt, () => {})
    await copyJournal(database, inject('postgresUrl'))
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
