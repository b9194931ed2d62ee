import { OperatorError } from '@touchstone/common'
import { type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Migrations by name. The migrations of all packages run in the order of their names and cannot be reverted.
 */
export type Migrations = Record<string, { up: Migration['up'] }>

type Options = {
  database: Database
  migrations: Migrations
  /**
   * The schema that stores the list of executed migrations. Tables that may be in another database use a
   * separate schema.
   */
  schema?: string
}

/**
 * Runs the pending migrations and returns their names. With `to`, stops after the migration of that name. Several
 * nodes may call it at the same time.
 */
export async function migrate(options: Options & { to?: string }): Promise<string[]> {
  const migrator = createMigrator(options)
  const { error, results } = await (options.to === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(options.to))
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw failed === undefined && isUnknownVersion(error) ? otherVersion(error) : notMigrated(error, failed)
  }
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Returns whether Kysely rejected the store because its executed migrations do not match the beginning of the
 * given list.
 */
function isUnknownVersion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations')
}

function otherVersion(cause: unknown): OperatorError {
  return new OperatorError({
    code: 'store.version',
    message: 'The store was created by a version of Touchstone whose stores this version cannot open.',
    remedy:
      'Nothing was changed. Start the version that created the store, or a newer version, or use an empty store.',
    cause,
  })
}

function notMigrated(cause: unknown, failed: string | undefined): OperatorError {
  return new OperatorError({
    code: 'store.migrate',
    message: `The store could not be migrated${failed === undefined ? '' : ` (migration ${failed})`}.`,
    remedy: 'Nothing was changed. The cause is logged; correct it and start again.',
    cause,
  })
}

/** Returns the names of migrations that have not been run yet. */
export async function pendingMigrations(options: Options): Promise<string[]> {
  const states = await createMigrator(options).getMigrations()
  return states.filter((state) => state.executedAt === undefined).map((state) => state.name)
}

function createMigrator({ database, migrations, schema }: Options): Migrator {
  return new Migrator({
    db: database.tables<unknown>(),
    provider: { getMigrations: async () => migrations },
    // The name is different for each schema, because Kysely searches all schemas for its table name.
    migrationTableName: `${schema ?? 'touchstone'}_migration`,
    migrationLockTableName: `${schema ?? 'touchstone'}_migration_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
}

/** Creates a migration from plain SQL statements, which can also be run in psql. */
export function sqlMigration(statements: readonly string[]): { up: Migration['up'] } {
  return {
    async up(database) {
      for (const statement of statements) await sql.raw(statement).execute(database)
    },
  }
}
