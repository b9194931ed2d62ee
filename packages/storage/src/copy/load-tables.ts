import type { CopyConnection } from './copy-connection.ts'
import { type CopySequence, type CopyTable, columnsOf, listTables, quote, quoted } from './read-tables.ts'

/**
 * Loads copied rows into a database. The progress is stored in the database, so that an interrupted load can be
 * resumed, and so that no service opens a database that is only partly loaded.
 */
export type Load = {
  /** The parts that are already loaded. */
  readonly loaded: ReadonlySet<string>
  /** Whether the tables are ready to be loaded. If not, create them and call `prepare`. */
  readonly isPrepared: boolean
  /** Empties the tables, and removes everything that would act on the rows while they are loaded. */
  prepare(schemas: readonly string[]): Promise<void>
  /** Loads the lines of one part. The part is recorded in the same transaction. */
  add(part: string, table: CopyTable, lines: Uint8Array): Promise<void>
  /** Restores what `prepare` removed, and the positions of the sequences. The database can then be opened. */
  finish(sequences: readonly CopySequence[]): Promise<void>
}

type ForeignKey = { schema: string; name: string; constraint: string; definition: string }

/** Returns whether the database contains rows of a backup that has not been loaded completely. */
export async function isLoading(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<boolean> {
  const { rows } = await query("select to_regclass('public.touchstone_restore') is not null as found")
  return (rows[0] as { found?: boolean } | undefined)?.found === true
}

/**
 * Starts or resumes loading a backup. Returns `not-empty` if the database contains tables, and `other` if
 * another backup is being loaded into it.
 */
export async function startLoad(
  connection: CopyConnection,
  options: { backupId: string; schemas: readonly string[] },
): Promise<Load | 'not-empty' | 'other'> {
  const { backupId, schemas } = options
  const [found] = await connection.query<{ exists: boolean }>(
    "select to_regclass('public.touchstone_restore') is not null as exists",
  )
  if (found?.exists !== true) {
    const [{ tables } = { tables: 1 }] = await connection.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname = any($1)`,
      [[...schemas, 'jobs']],
    )
    if (tables > 0) return 'not-empty'
    await inTransaction(connection, async () => {
      await connection.query(
        `create table public.touchstone_restore (
          backup_id text primary key, is_prepared boolean not null, foreign_keys jsonb not null)`,
      )
      await connection.query('create table public.touchstone_restore_part (name text primary key)')
      await connection.query("insert into public.touchstone_restore values ($1, false, '[]')", [backupId])
    })
  }
  const [state] = await connection.query<{
    backup_id: string
    is_prepared: boolean
    foreign_keys: ForeignKey[]
  }>('select * from public.touchstone_restore')
  if (state?.backup_id !== backupId) return 'other'
  const parts = await connection.query<{ name: string }>('select name from public.touchstone_restore_part')
  let keys = state.foreign_keys

  return {
    loaded: new Set(parts.map(({ name }) => name)),
    isPrepared: state.is_prepared,

    async prepare(of) {
      const tables = await listTables(connection, of)
      keys = await listForeignKeys(connection, of)
      await inTransaction(connection, async () => {
        for (const key of keys)
          await connection.query(`alter table ${quoted(key)} drop constraint ${quote(key.constraint)}`)
        for (const table of tables)
          await connection.query(`alter table ${quoted(table)} disable trigger user`)
        if (tables.length > 0) await connection.query(`truncate ${tables.map(quoted).join(', ')}`)
        await connection.query('update public.touchstone_restore set is_prepared = true, foreign_keys = $1', [
          JSON.stringify(keys),
        ])
      })
    },

    async add(part, table, lines) {
      await inTransaction(connection, async () => {
        await connection.copyIn(`copy ${quoted(table)} (${columnsOf(table)}) from stdin`, lines)
        await connection.query('insert into public.touchstone_restore_part values ($1)', [part])
      })
    },

    async finish(sequences) {
      await inTransaction(connection, async () => {
        for (const { schema, name, constraint, definition } of keys)
          await connection.query(
            `alter table ${quoted({ schema, name })} add constraint ${quote(constraint)} ${definition}`,
          )
        for (const table of await listTables(connection, schemas))
          await connection.query(`alter table ${quoted(table)} enable trigger user`)
        for (const { schema, table, column, last } of sequences)
          await connection.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)', [
            quoted({ schema, name: table }),
            column,
            last,
          ])
        await connection.query('drop table public.touchstone_restore, public.touchstone_restore_part')
      })
      await connection.query('analyze')
    },
  }
}

async function listForeignKeys(
  connection: CopyConnection,
  schemas: readonly string[],
): Promise<ForeignKey[]> {
  return await connection.query<ForeignKey>(
    `select n.nspname as schema, c.relname as name, con.conname as "constraint",
       pg_get_constraintdef(con.oid) as definition
     from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_namespace n on n.oid = c.relnamespace
     where con.contype = 'f' and n.nspname = any($1) order by 1, 2, 3`,
    [[...schemas]],
  )
}

async function inTransaction(connection: CopyConnection, work: () => Promise<void>): Promise<void> {
  await connection.query('begin')
  try {
    await work()
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  }
}
