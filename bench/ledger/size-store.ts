import type { Database } from '@touchstone/storage'

export type TableSize = {
  name: string
  rows: number
  /** Size of the table with its indexes and without them. */
  bytes: number
  alone: number
}

/** The ledger's size on disk. */
export type LedgerSize = { tables: TableSize[]; bytes: number }

/**
 * Reads the size of each table in the ledger. Row counts come from PostgreSQL's statistics, which are current
 * after `tidy`.
 */
export async function selectLedgerSize(database: Database): Promise<LedgerSize> {
  const { rows } = await database.run(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes,
       (pg_total_relation_size(oid) - pg_indexes_size(oid))::float8 as alone
     from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r' order by bytes desc`,
  )
  const tables = rows as TableSize[]
  return { tables, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Runs the maintenance that the store would run later, so that it does not disturb the measurement. */
export async function tidy(database: Database): Promise<void> {
  const { tables } = await selectLedgerSize(database)
  for (const { name } of tables) await database.run(`vacuum (analyze) ledger.${name}`)
  await database.run('checkpoint')
}
