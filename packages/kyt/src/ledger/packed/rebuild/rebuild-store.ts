import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import { accountRows, chunkColumns, edgeColumns } from '../accounts/account-change-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { type TransactionRow, toTransaction, transactionRows } from '../transactions/transaction-store.ts'

/**
 * The tables that grow with the number of transfers. A rebuild fills new tables with the same columns, which
 * then replace the tables in use.
 */
const growing = ['account', 'chunk', 'transaction', 'edge'] as const
export type GrowingTable = (typeof growing)[number]

/**
 * The table names contain the import's id. Only the process that holds the claim on the import fills these
 * tables.
 */
const nextName = (importId: number, table: GrowingTable) => `next_${importId}_${table}`

/** Creates the tables to fill, without indexes and without free space for later changes. */
export async function createNextTables(db: LedgerDb, importId: number): Promise<void> {
  await dropNextTables(db, importId)
  for (const table of growing) {
    await binaryQuery(
      db,
      `create table ledger.${nextName(importId, table)} (like ledger.${table} including defaults including storage)`,
    )
  }
}

export async function dropNextTables(db: LedgerDb, importId: number): Promise<void> {
  for (const table of growing)
    await binaryQuery(db, `drop table if exists ledger.${nextName(importId, table)}`)
}

/** Drops the tables of abandoned imports. */
export async function dropAllNextTables(db: LedgerDb): Promise<void> {
  const rows = await binaryQuery(
    db,
    `select relname::text from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'
       and relname ~ '^next_[0-9]+_'`,
  )
  for (const row of rows) await binaryQuery(db, `drop table ledger.${readField.text(row, 0)}`)
}

/** Gives the filled tables the same indexes and settings as the tables in use. */
export async function indexNextTables(db: LedgerDb, importId: number): Promise<void> {
  for (const table of growing) {
    const next = nextName(importId, table)
    const [key] = await binaryQuery(
      db,
      `select pg_get_constraintdef(oid) from pg_constraint
       where conrelid = 'ledger.${table}'::regclass and contype = 'p'`,
    )
    if (key === undefined) throw new Error(`ledger.${table} has no primary key`)
    await binaryQuery(db, `alter table ledger.${next} add ${readField.text(key, 0)}`)
    for (const { name, definition } of await otherIndexes(db, table)) {
      const made = definition.replace(
        ` ${name} ON ledger.${table} `,
        ` next_${importId}_${name} ON ledger.${next} `,
      )
      if (made === definition) throw new Error(`the index ${name} has an unexpected definition`)
      await binaryQuery(db, made)
    }
    const [settings] = await binaryQuery(
      db,
      `select array_to_string(reloptions, ', ') from pg_class where oid = 'ledger.${table}'::regclass and reloptions is not null`,
    )
    if (settings !== undefined) {
      await binaryQuery(db, `alter table ledger.${next} set (${readField.text(settings, 0)})`)
    }
    await binaryQuery(db, `analyze ledger.${next}`)
  }
}

/** Replaces the tables in use with the filled ones, in the caller's database transaction. */
export async function swapTables(db: LedgerDb, importId: number): Promise<void> {
  for (const table of growing) {
    const next = nextName(importId, table)
    const others = await otherIndexes(db, table)
    await binaryQuery(db, `drop table ledger.${table}`)
    await binaryQuery(db, `alter table ledger.${next} rename to ${table}`)
    await binaryQuery(db, `alter index ledger.${next}_pkey rename to ${table}_pkey`)
    for (const { name } of others) {
      await binaryQuery(db, `alter index ledger.next_${importId}_${name} rename to ${name}`)
    }
  }
}

async function otherIndexes(
  db: LedgerDb,
  table: GrowingTable,
): Promise<{ readonly name: string; readonly definition: string }[]> {
  const rows = await binaryQuery(
    db,
    `select indexname::text, indexdef from pg_indexes
     where schemaname = 'ledger' and tablename = '${table}' and indexname <> '${table}_pkey'`,
  )
  return rows.map((row) => ({ name: readField.text(row, 0), definition: readField.text(row, 1) }))
}

/** Returns a page of the ledger's transactions, ordered by id. */
export async function selectTransactionsAfter(
  db: LedgerDb,
  after: Buffer | undefined,
  most: number,
): Promise<TransactionRow[]> {
  const rows = await binaryQuery(
    db,
    `select ${transactionRows.names} from ledger.transaction where id > ($1::uuid[])[1] order by id limit ($2::int4[])[1]`,
    [encodeArray.uuid([after ?? Buffer.alloc(16)]), encodeArray.int4([most])],
  )
  return rows.map(toTransaction)
}

export async function countTransactions(db: LedgerDb): Promise<number> {
  const [row] = await binaryQuery(db, 'select count(*)::int8 from ledger.transaction')
  return row === undefined ? 0 : readField.int8(row, 0)
}

/** Returns an import's uncommitted pieces with the number of transfers in each. */
export async function selectStagedPieces(
  db: LedgerDb,
  importId: number,
): Promise<{ readonly seq: number; readonly transfers: number }[]> {
  const rows = await binaryQuery(
    db,
    'select seq, rows from ledger.staged where import = ($1::int8[])[1] and bytes is not null order by seq',
    [encodeArray.int8([importId])],
  )
  return rows.map((row) => ({ seq: readField.int4(row, 0), transfers: readField.int4(row, 1) }))
}

/** Marks all of an import's pieces as committed. */
export async function markAllCommitted(db: LedgerDb, importId: number, fresh: number): Promise<void> {
  await binaryQuery(
    db,
    `update ledger.staged set bytes = null, fresh = case when seq = (
         select min(seq) from ledger.staged where import = ($1::int8[])[1] and bytes is not null)
       then ($2::int4[])[1] else 0 end
     where import = ($1::int8[])[1] and bytes is not null`,
    [encodeArray.int8([importId]), encodeArray.int4([fresh])],
  )
}

/** Each table's columns, in the order in which `rebuildTasks` returns them. */
const columns = { account: accountRows, chunk: chunkColumns, edge: edgeColumns, transaction: transactionRows }

/** Inserts a page of rows into a table that a rebuild is filling. */
export async function insertNext(
  db: LedgerDb,
  importId: number,
  table: GrowingTable,
  page: readonly Buffer[],
): Promise<void> {
  const { names, values } = columns[table]
  const into = `insert into ledger.${nextName(importId, table)} (${names})`
  await binaryQuery(db, `${into} select * from unnest(${values})`, page)
}
