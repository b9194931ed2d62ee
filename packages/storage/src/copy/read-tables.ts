import type { CopyConnection } from './copy-connection.ts'

/** A table whose rows can be copied. */
export type CopyTable = {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

export type TableSize = CopyTable & { readonly pages: number; readonly bytes: number }

/** The position of the sequence of an identity column. */
export type CopySequence = {
  readonly schema: string
  readonly table: string
  readonly column: string
  readonly last: string
}

/** Tables that are being built or loaded, and lists of migrations, which a restored database gets itself. */
const leftOut = '^(next_[0-9]+_.*|.*_migration(_lock|_kind)?|touchstone_restore.*)$'

/**
 * Returns the tables of the schemas with their sizes. Unlogged tables are left out, because their rows may be
 * lost at any time.
 */
export async function listTables(
  connection: CopyConnection,
  schemas: readonly string[],
): Promise<TableSize[]> {
  return await connection.query<TableSize>(
    `select n.nspname as schema, c.relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
       pg_table_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and not c.relispartition
       and n.nspname = any($1) and c.relname !~ '${leftOut}'
     order by 1, 2`,
    [[...schemas]],
  )
}

/**
 * Begins a read-only transaction in which every query sees the same state of the database, and in which no
 * table can be replaced.
 */
export async function beginSnapshot(connection: CopyConnection, tables: readonly CopyTable[]): Promise<void> {
  await connection.query('begin isolation level repeatable read read only')
  if (tables.length === 0) return
  await connection.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  // The first query determines the state that the following ones see.
  await connection.query('select 1')
}

/** A position of a row in its table: the page, and the number of the row in it, which begins with 1. */
export type RowPosition = readonly [page: number, row: number]

/** Returns the lines of the rows in a range. All rows of a table have a position, in a fixed order. */
export async function copyRange(
  connection: CopyConnection,
  table: CopyTable,
  range: { readonly from: RowPosition; readonly to: RowPosition },
): Promise<Buffer> {
  return await connection.copyOut(
    `copy (select ${columnsOf(table)} from ${quoted(table)}
      where ctid >= '(${range.from})'::tid and ctid < '(${range.to})'::tid) to stdout`,
  )
}

/** No page contains more rows. */
const mostRowsInPage = 300

/**
 * Divides a table into ranges of a number of pages. The number is a fraction if the values of a page, which are
 * stored outside of it, are too large for one range.
 */
export function* rangesOf(
  pages: number,
  perRange: number,
): Generator<{ from: RowPosition; to: RowPosition }> {
  if (perRange >= 1) {
    for (let first = 0; first < pages; first += perRange)
      yield { from: [first, 0], to: [first + perRange, 0] }
    return
  }
  const rows = Math.max(1, Math.floor(mostRowsInPage * perRange))
  for (let page = 0; page < pages; page++)
    for (let row = 0; row < mostRowsInPage; row += rows)
      yield { from: [page, row], to: row + rows < mostRowsInPage ? [page, row + rows] : [page + 1, 0] }
}

/** Returns how many pages contain about this many bytes, including values that are stored outside of them. */
export function pagesFor(bytes: number, table: Pick<TableSize, 'pages' | 'bytes'>): number {
  if (table.pages === 0) return 1
  const perRange = bytes / (table.bytes / table.pages)
  return perRange >= 1 ? Math.floor(perRange) : perRange
}

/** Returns how far the sequences of identity columns have counted. A sequence that is unused is left out. */
export async function readSequences(
  connection: CopyConnection,
  schemas: readonly string[],
): Promise<CopySequence[]> {
  return await connection.query<CopySequence>(
    `select * from (
       select n.nspname as schema, t.relname as "table", a.attname as column,
         pg_sequence_last_value(s.oid)::text as last
       from pg_class s
         join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
           and d.refobjsubid > 0
         join pg_class t on t.oid = d.refobjid and t.relpersistence = 'p'
         join pg_namespace n on n.oid = t.relnamespace
         join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
       where s.relkind = 'S' and n.nspname = any($1)) as found
     where last is not null order by 1, 2, 3`,
    [[...schemas]],
  )
}

/** Returns the names in a list of migrations, or none if the list does not exist. */
export async function readMigrations(
  connection: CopyConnection,
  list: string,
  kind?: 'expand' | 'contract',
): Promise<string[]> {
  const [found] = await connection.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [list],
  )
  if (found?.exists !== true) return []
  const where = kind === undefined ? '' : `where kind = '${kind}'`
  const rows = await connection.query<{ name: string }>(`select name from ${list} ${where} order by name`)
  return rows.map(({ name }) => name)
}

export const quoted = ({ schema, name }: Pick<CopyTable, 'schema' | 'name'>) =>
  `${quote(schema)}.${quote(name)}`
export const columnsOf = ({ columns }: Pick<CopyTable, 'columns'>) => columns.map(quote).join(', ')
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
