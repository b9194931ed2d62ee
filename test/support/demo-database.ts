import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openPackedLedger } from '@touchstone/kyt'
import { allMigrations } from '@touchstone/runtime'
import { type Database, migrate, openServer, overPglite, pgliteParsers } from '@touchstone/storage'
import { demoFolder } from './demo-data.ts'
import { onceInRun } from './once-in-run.ts'

/** The name of a database on a server that has all that is in the demo's store. */
export async function demoDatabase(url: string): Promise<string> {
  const name = 'touchstone_demo'
  await onceInRun(`demo-database-${new URL(url).port}`, async (made) => {
    const admin = await openServer({ url, poolSize: 2 })
    await admin.run(`create database ${name}`)
    // Rows come table by table: one may come before another that it refers to.
    await admin.run(`alter database ${name} set session_replication_role = replica`)
    await admin.close()
    const database = await openServer({ url: url.replace(/\/postgres$/, `/${name}`), poolSize: 2 })
    await migrate({ database, migrations: allMigrations })
    await openPackedLedger(database).migrate()
    await withDemoStore(made, (demo) => copyTables(demo, database))
    await database.close()
  })
  return name
}

async function withDemoStore(folder: string, use: (demo: Database) => Promise<void>): Promise<void> {
  const dataDir = join(folder, 'demo')
  cpSync(join(await demoFolder(), 'postgres'), dataDir, { recursive: true })
  const demo = overPglite(await PGlite.create({ dataDir, parsers: pgliteParsers }))
  try {
    await use(demo)
  } finally {
    await demo.close()
  }
}

/** Rows of a table that are copied at a time: as text, in memory. */
const rowsAtOnce = 4000

/** Into tables of the same form. */
async function copyTables(from: Database, to: Database): Promise<void> {
  const tables = await from.run(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger')",
  )
  for (const { name } of tables.rows as { name: string }[]) {
    await to.run(`delete from ${name}`)
    for (let done = 0, isLast = false; !isLast; done += rowsAtOnce) {
      const { rows } = await from.run(
        `select count(*)::int as count, coalesce(jsonb_agg(t), '[]')::text as some
         from (select * from ${name} order by ctid offset ${done} limit ${rowsAtOnce}) t`,
      )
      const [{ count, some } = { count: 0, some: '[]' }] = rows as { count: number; some: string }[]
      await to.run(
        `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [some],
      )
      isLast = count < rowsAtOnce
    }
  }
  const sequences = await from.run(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  )
  for (const { name, value } of sequences.rows as { name: string; value: string | null }[])
    if (value !== null) await to.run(`select setval('${name}', ${value})`)
}
