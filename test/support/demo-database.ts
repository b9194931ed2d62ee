import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openPackedLedger } from '@touchstone/kyt'
import { allMigrations } from '@touchstone/runtime'
import { type Database, migrate, openServer, overPglite, pgliteParsers } from '@touchstone/storage'
import { inject } from 'vitest'
import { demoFolder } from './demo-data.ts'
import { freshDatabase } from './engines.ts'
import { onceInRun } from './once-in-run.ts'

/**
 * Copies the data folder of a first start without its store. Returns the URL of a new database that contains
 * a copy of the store.
 */
export async function copyDemoToServer(
  dataFolder: string,
  postgresUrl = inject('postgresUrl'),
): Promise<string> {
  const demo = await demoFolder()
  const isStore = (path: string) => path === join(demo, 'postgres')
  cpSync(demo, dataFolder, { recursive: true, filter: (path) => !isStore(path) })
  return await freshDatabase({ postgresUrl, template: await demoDatabase(postgresUrl) })
}

/** Returns the name of a server database that has the content of the demo's store. */
export async function demoDatabase(url: string): Promise<string> {
  const name = 'touchstone_demo'
  await onceInRun(`demo-database-${new URL(url).port}`, async (made) => {
    const admin = await openServer({ url, poolSize: 2 })
    await admin.run(`create database ${name}`)
    // Disables foreign key checks, because rows are copied table by table and a row can precede another row
    // that it references.
    await admin.run(`alter database ${name} set session_replication_role = replica`)
    await admin.close()
    const database = await openServer({ url: url.replace(/\/postgres$/, `/${name}`), poolSize: 2 })
    await migrate({ database, migrations: allMigrations })
    await openPackedLedger(database).migrate()
    await withDemoStore(made, async (demo) => {
      await copyTables(demo, database)
      await copySequences(overPglite(demo), database)
    })
    await database.close()
  })
  return name
}

async function withDemoStore(folder: string, use: (demo: PGlite) => Promise<void>): Promise<void> {
  const dataDir = join(folder, 'demo')
  cpSync(join(await demoFolder(), 'postgres'), dataDir, { recursive: true })
  const demo = await PGlite.create({ dataDir, parsers: pgliteParsers })
  try {
    await use(demo)
  } finally {
    await demo.close()
  }
}

/** Copies the tables through files that the server reads, because inserting all rows would take a minute. */
async function copyTables(from: PGlite, to: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-copy-'))
  // The server might run as another user.
  chmodSync(folder, 0o755)
  const { rows } = await from.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name,
       string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'ledger') group by 1`,
  )
  try {
    for (const { name, columns } of rows) {
      const file = join(folder, 'rows')
      const { blob } = await from.query(`copy ${name} (${columns}) to '/dev/blob' (format binary)`)
      if (blob === undefined) throw new Error(`no rows of ${name} were copied`)
      writeFileSync(file, Buffer.from(await blob.arrayBuffer()), { mode: 0o644 })
      await to.run(`delete from ${name}; copy ${name} (${columns}) from '${file}' (format binary)`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function copySequences(from: Database, to: Database): Promise<void> {
  const sequences = await from.run(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  )
  for (const { name, value } of sequences.rows as { name: string; value: string | null }[])
    if (value !== null) await to.run(`select setval('${name}', ${value})`)
}
