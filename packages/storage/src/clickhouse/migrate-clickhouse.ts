import { OperatorError } from '@touchstone/common'
import type { ClickHouse } from './clickhouse.ts'
import { createTable, type TableDefinition } from './table-form.ts'

/** Forward only, and each statement harmless when it is run again: ClickHouse has no transactions over tables. */
export type ClickHouseMigrations = Readonly<
  Record<string, (cluster: string | undefined) => readonly string[]>
>

const journal: TableDefinition = {
  name: 'touchstone_migration',
  columns: 'name String',
  engine: 'MergeTree',
  orderBy: 'name',
}

/** Brings the engine's tables to the newest form; callers on several nodes take turns. Returns the names that were run. */
export async function migrateClickHouse(options: {
  clickhouse: ClickHouse
  migrations: ClickHouseMigrations
}): Promise<string[]> {
  const { clickhouse, migrations } = options
  for (const statement of createTable(journal, clickhouse.cluster)) await clickhouse.work(statement)
  const pending = await pendingClickHouseMigrations(options)
  for (const name of pending) {
    try {
      for (const statement of migrations[name]?.(clickhouse.cluster) ?? []) await clickhouse.work(statement)
      await clickhouse.work('insert into touchstone_migration select {name:String}', { name })
    } catch (cause) {
      throw new OperatorError({
        code: 'ledger.migrate',
        message: `The ledger could not be brought up to date (migration ${name}).`,
        remedy:
          'Make sure that this program is not older than the data it opens; starting again goes on from here.',
        cause,
      })
    }
  }
  return pending
}

/** Names of migrations that have not been run yet. */
export async function pendingClickHouseMigrations(options: {
  clickhouse: ClickHouse
  migrations: ClickHouseMigrations
}): Promise<string[]> {
  const [known] = await options.clickhouse.work<{ tables: number }>(
    "select count() as tables from system.tables where database = currentDatabase() and name = 'touchstone_migration'",
  )
  const done = new Set<string>()
  if (known?.tables) {
    const rows = await options.clickhouse.work<{ name: string }>(
      'select distinct name from touchstone_migration',
    )
    for (const { name } of rows) done.add(name)
  }
  return Object.keys(options.migrations)
    .sort()
    .filter((name) => !done.has(name))
}
