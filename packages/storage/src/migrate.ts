import { OperatorError } from '@touchstone/common'
import { type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'

/** Forward only: a migration has no way back. Names sort in the order they run, across all engines. */
export type Migrations = Record<string, { up: Migration['up'] }>

type Options = {
  database: Database
  migrations: Migrations
  /** Where it is written down what was run; a schema of its own for what may lie in another database one day. */
  schema?: string
}

/** Brings the store to the newest form; safe from several nodes at once. Returns the names that were run. */
export async function migrate(options: Options): Promise<string[]> {
  const migrator = createMigrator(options)
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error !== undefined) {
    throw new OperatorError({
      code: 'store.migrate',
      message: `The store could not be brought up to date${failed ? ` (migration ${failed.migrationName})` : ''}.`,
      remedy: 'Nothing was changed. Make sure that this program is not older than the data it opens.',
      cause: error,
    })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** Names of migrations that have not been run yet. */
export async function pendingMigrations(options: Options): Promise<string[]> {
  const states = await createMigrator(options).getMigrations()
  return states.filter((state) => state.executedAt === undefined).map((state) => state.name)
}

function createMigrator({ database, migrations, schema }: Options): Migrator {
  return new Migrator({
    db: database.tables<unknown>(),
    provider: { getMigrations: async () => migrations },
    // Names of their own in each schema: Kysely takes a table of the same name in any schema for its own.
    migrationTableName: `${schema ?? 'touchstone'}_migration`,
    migrationLockTableName: `${schema ?? 'touchstone'}_migration_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
}

/** A migration from plain SQL, several statements long; it reads the same in psql. */
export function sqlMigration(statements: readonly string[]): { up: Migration['up'] } {
  return {
    async up(database) {
      for (const statement of statements) await sql.raw(statement).execute(database)
    },
  }
}
