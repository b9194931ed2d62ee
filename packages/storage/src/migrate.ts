import { OperatorError } from '@touchstone/common'
import { type Migration, Migrator, sql } from 'kysely'
import type { Database } from './database.ts'
import { factsOf, type MigrationFacts } from './migration-facts.ts'

/**
 * Migrations by name. The migrations of all packages run in the order of their names and cannot be reverted.
 */
export type Migrations = Record<string, { up: Migration['up']; facts: MigrationFacts }>

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
  const newer = await newerMigrations(options)
  const migrator = createMigrator(options, newer)
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

/**
 * Returns the migrations of a newer version that have run. Only `expand` migrations are returned, because a store
 * with others cannot be opened. They make it possible to upgrade the nodes one after another, and to go back to
 * the previous version.
 */
export async function newerMigrations({ database, migrations, schema }: Options): Promise<string[]> {
  const lists = listsOf(schema)
  const { rows } = await database.run(`select to_regclass('${lists.kinds}') is not null as found`)
  if (!(rows[0] as { found: boolean }).found) return []
  const executed = await database.run(`select name from ${lists.kinds} where kind = 'expand'`)
  return (executed.rows as { name: string }[]).map(({ name }) => name).filter((name) => !(name in migrations))
}

/** Returns the names of migrations that have not been run yet. */
export async function pendingMigrations(options: Options): Promise<string[]> {
  const states = await createMigrator(options).getMigrations()
  return states.filter((state) => state.executedAt === undefined).map((state) => state.name)
}

/** The tables with the executed migrations. Kysely searches all schemas for its tables, so their names differ. */
function listsOf(schema: string | undefined) {
  const list = `${schema ?? 'touchstone'}_migration`
  return { list, kinds: `${schema ?? 'public'}.${list}_kind` }
}

function createMigrator({ database, migrations, schema }: Options, newer: readonly string[] = []): Migrator {
  const { list, kinds } = listsOf(schema)
  const own = Object.entries(migrations).map(([name, { up, facts }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await up(db)
        // Recorded in the same transaction, so that a node of an older version can rely on it.
        await sql`create table if not exists ${sql.raw(kinds)} (name text primary key, kind text not null)`.execute(
          db,
        )
        await sql`insert into ${sql.raw(kinds)} values (${name}, ${facts.kind})`.execute(db)
      },
    },
  ])
  const others = newer.map((name): [string, Migration] => [name, { async up() {} }])
  return new Migrator({
    db: database.tables<unknown>(),
    provider: { getMigrations: async () => Object.fromEntries([...own, ...others]) },
    migrationTableName: list,
    migrationLockTableName: `${list}_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
}

/**
 * Creates a migration from plain SQL statements, which can also be run in psql. `kind` declares that a migration is
 * safer, or less safe, than its statements show.
 */
export function sqlMigration(
  statements: readonly string[],
  { kind }: { kind?: MigrationFacts['kind'] } = {},
): Migrations[string] {
  const facts = factsOf(statements)
  return {
    async up(database) {
      for (const statement of statements) await sql.raw(statement).execute(database)
    },
    facts: { ...facts, ...(kind !== undefined && { kind }) },
  }
}
