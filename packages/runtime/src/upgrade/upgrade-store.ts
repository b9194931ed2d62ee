import { type CopyConnection, type Database, readMigrations } from '@touchstone/storage'

export type TableFacts = { table: string; rows: number; bytes: number }

/** What a version needs to know about a store in order to plan an upgrade of it. */
export type StoreFacts = {
  engine: 'embedded' | 'server'
  migrations: string[]
  /** Migrations, also of the ledger, of which older versions need to know nothing. */
  expanding: string[]
  /** Absent if there is no ledger. */
  ledgerMigrations?: string[]
  tables: TableFacts[]
}

export async function readStoreFacts(database: Database, ledger: Database | undefined): Promise<StoreFacts> {
  const read = async <Result>(from: Database, work: (connection: CopyConnection) => Promise<Result>) => {
    const connection = await from.openCopy()
    try {
      return await work(connection)
    } finally {
      await connection.release()
    }
  }
  const main = await read(database, async (connection) => ({
    migrations: await readMigrations(connection, 'public.touchstone_migration'),
    expanding: await readMigrations(connection, 'public.touchstone_migration_kind', 'expand'),
    tables: await countRows(connection, ledger === database ? ['public', 'ledger'] : ['public']),
  }))
  if (ledger === undefined) return { engine: database.engine, ...main }
  const own = await read(ledger, async (connection) => ({
    migrations: await readMigrations(connection, 'ledger.ledger_migration'),
    expanding: await readMigrations(connection, 'ledger.ledger_migration_kind', 'expand'),
    tables: ledger === database ? [] : await countRows(connection, ['ledger']),
  }))
  return {
    engine: database.engine,
    migrations: main.migrations,
    expanding: [...main.expanding, ...own.expanding],
    ledgerMigrations: own.migrations,
    tables: [...main.tables, ...own.tables],
  }
}

/** Returns the number of rows as estimated by the last analysis, or by the size of the table before the first one. */
export async function countRows(
  connection: CopyConnection,
  schemas: readonly string[],
): Promise<TableFacts[]> {
  return await connection.query<TableFacts>(
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as "table",
       (case when c.reltuples >= 0 then c.reltuples else pg_relation_size(c.oid) / 100 end)::float8 as rows,
       pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by 1`,
    [[...schemas]],
  )
}
