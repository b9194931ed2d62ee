import type { RowPart, SealedColumn } from '@touchstone/common'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { retryOnConflict } from './store-failure.ts'

type Found = { walk: unknown[]; row: RowPart[]; sealed: Uint8Array }

/** Counts the values in a column that do not start with `prefix`. */
export async function countToReseal(
  database: Database,
  column: SealedColumn,
  prefix: Uint8Array,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(column.table)} where ${isOther(column, prefix)}
  `.execute(database.tables<unknown>())
  return rows[0]?.count ?? 0
}

/**
 * Reseals the values that do not start with `prefix`, in batches. The prefix shows whether a value is already
 * resealed, so an interrupted run can be repeated. Values that change concurrently are resealed by the next
 * run.
 */
export async function resealColumn(
  database: Database,
  input: {
    column: SealedColumn
    prefix: Uint8Array
    /** Returns undefined if the value can't be opened, in which case it remains unchanged. */
    reseal: (sealed: Uint8Array, row: RowPart[]) => Uint8Array | undefined
    batch: number
    onBatch: (resealed: number) => void
  },
): Promise<{ resealed: number; unreadable: number }> {
  const { column, reseal, batch, onBatch } = input
  const [table, target] = [sql.table(column.table), sql.ref(column.column)]
  let [resealed, unreadable] = [0, 0]
  let after: unknown[] | undefined
  for (;;) {
    const found = await selectBatch(database, { ...input, after })
    const made = found.map((each) => ({ ...each, next: reseal(each.sealed, each.row) }))
    await retryOnConflict(() =>
      database
        .tables<unknown>()
        .transaction()
        .execute(async (db) => {
          for (const { walk, sealed, next } of made) {
            if (next === undefined) continue
            await sql`update ${table} set ${target} = ${next}
              where ${tuple(column.walk)} = ${values(walk)} and ${target} = ${sealed}`.execute(db)
          }
        }),
    )
    const failed = made.filter(({ next }) => next === undefined).length
    unreadable += failed
    resealed += made.length - failed
    onBatch(made.length)
    if (found.length < batch) return { resealed, unreadable }
    after = found.at(-1)?.walk
  }
}

async function selectBatch(
  database: Database,
  input: { column: SealedColumn; prefix: Uint8Array; batch: number; after: unknown[] | undefined },
): Promise<Found[]> {
  const { column, prefix, batch, after } = input
  const named = (kind: string, expressions: readonly string[]) =>
    sql.join(expressions.map((each, index) => sql`${sql.raw(each)} as ${sql.ref(`${kind}${index}`)}`))
  const beyond = after === undefined ? sql`true` : sql`${tuple(column.walk)} > ${values(after)}`
  const { rows } = await sql<Record<string, unknown>>`
    select ${named('walk', column.walk)}, ${named('row', column.row)}, ${sql.ref(column.column)} as sealed
    from ${sql.table(column.table)}
    where ${isOther(column, prefix)} and ${beyond}
    order by ${sql.join(column.walk.map((each) => sql.ref(each)))}
    limit ${batch}
  `.execute(database.tables<unknown>())
  return rows.map((row) => ({
    walk: column.walk.map((_, index) => row[`walk${index}`]),
    row: column.row.map((_, index) => row[`row${index}`] as RowPart),
    sealed: row.sealed as Uint8Array,
  }))
}

function isOther({ column }: SealedColumn, prefix: Uint8Array): RawBuilder<unknown> {
  const target = sql.ref(column)
  return sql`(${target} is not null and substring(${target} from 1 for ${sql.lit(prefix.length)}) <> ${prefix})`
}

const tuple = (columns: readonly string[]) => sql`(${sql.join(columns.map((each) => sql.ref(each)))})`
const values = (parts: readonly unknown[]) => sql`(${sql.join(parts)})`
