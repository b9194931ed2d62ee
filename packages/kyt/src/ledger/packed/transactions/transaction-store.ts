import { type BinaryRow, binaryQuery, encodeArray, readField, unnestRow } from '@touchstone/storage'
import type { Versions } from '../../ledger-store.ts'
import { fromStoredTime, type LedgerDb, listOf, toStoredTime } from '../ledger-db.ts'
import { readVersions, versionColumns } from '../versions/version-store.ts'

export type TransactionRow = {
  readonly id: Buffer
  readonly identifier: Buffer
  readonly block: number
  readonly time: number
  /** Packed. */
  readonly rows: Buffer
}

/** Inserts transactions that are not stored yet, and returns their ids. */
export async function insertTransactions(
  db: LedgerDb,
  transactions: readonly TransactionRow[],
): Promise<Buffer[]> {
  const inserted = await binaryQuery(
    db,
    `insert into ledger.transaction (${transactionRows.names})
     select * from unnest(${transactionRows.values}) on conflict do nothing returning id`,
    transactionRows.encode(transactions),
  )
  return inserted.map((row) => readField.bytes(row, 0))
}

export const transactionRows = {
  names: 'id, identifier, block, time, rows',
  values: '$1::uuid[], $2::bytea[], $3::int8[], $4::int4[], $5::bytea[]',
  encode: (transactions: readonly TransactionRow[]): Buffer[] => [
    encodeArray.uuid(transactions.map(({ id }) => id)),
    encodeArray.bytea(transactions.map(({ identifier }) => identifier)),
    encodeArray.int8(transactions.map(({ block }) => block)),
    encodeArray.int4(transactions.map(({ time }) => toStoredTime(time))),
    encodeArray.bytea(transactions.map(({ rows }) => rows)),
  ],
}

/** Reads transactions and locks them until the database transaction ends. */
export async function lockTransactions(db: LedgerDb, ids: readonly Buffer[]): Promise<TransactionRow[]> {
  const found = await binaryQuery(
    db,
    `select ${transactionRows.names} from ledger.transaction where id = any(${listOf(1, 'uuid')}) order by id for update`,
    [encodeArray.uuid(ids)],
  )
  return found.map(toTransaction)
}

export async function selectTransactions(db: LedgerDb, ids: readonly Buffer[]): Promise<TransactionRow[]> {
  const found = await binaryQuery(
    db,
    `select ${transactionRows.names} from ledger.transaction where id = any(${listOf(1, 'uuid')})`,
    [encodeArray.uuid(ids)],
  )
  return found.map(toTransaction)
}

/** Returns transactions whose ids start with the given references. */
export async function selectReferenced(
  db: LedgerDb,
  references: readonly string[],
): Promise<TransactionRow[]> {
  const found = await binaryQuery(
    db,
    `select ${transactionRows.names} from ${referenced}`,
    boundsOf(references),
  )
  return found.map(toTransaction)
}

/**
 * Returns the transactions whose ids start with the given references, without their transfers but with the
 * ledger's versions.
 */
export async function selectIdentifiers(
  db: LedgerDb,
  references: readonly string[],
): Promise<{
  readonly versions: Versions
  readonly rows: readonly Pick<TransactionRow, 'id' | 'identifier'>[]
}> {
  const found = await binaryQuery(
    db,
    `select ids, identifiers, ${versionColumns} from ledger.state, (
       select array_agg(transaction.id) as ids, array_agg(identifier) as identifiers from ${referenced}) as found`,
    boundsOf(references),
  )
  const rows = found
    .flatMap((row) => unnestRow(row, 2))
    .map((row) => ({ id: readField.bytes(row, 0), identifier: readField.bytes(row, 1) }))
  return { versions: readVersions(found, 2), rows }
}

const referenced = `unnest(${listOf(1, 'uuid')}, ${listOf(2, 'uuid')}) as bounds(low, high)
  join ledger.transaction on transaction.id between low and high`

function boundsOf(references: readonly string[]): Buffer[] {
  const bound = (end: string) => encodeArray.hexUuid(references.map((reference) => reference + end))
  return [bound('00'.repeat(8)), bound('ff'.repeat(8))]
}

/** Appends packed transfers to stored transactions. */
export async function extendTransactions(
  db: LedgerDb,
  more: readonly { readonly id: Buffer; readonly rows: Buffer }[],
): Promise<void> {
  await binaryQuery(
    db,
    `update ledger.transaction t set rows = t.rows || more.rows
     from unnest($1::uuid[], $2::bytea[]) as more(id, rows) where t.id = more.id`,
    [encodeArray.uuid(more.map(({ id }) => id)), encodeArray.bytea(more.map(({ rows }) => rows))],
  )
}

/** Deletes all of a network's transactions from a given block onwards. */
export async function deleteTransactions(
  db: LedgerDb,
  { network, fromBlock }: { readonly network: number; readonly fromBlock: number },
): Promise<TransactionRow[]> {
  const deleted = await binaryQuery(
    db,
    `delete from ledger.transaction
     where block >= ($2::int8[])[1] and get_byte(identifier, 0) = ($1::int4[])[1] returning ${transactionRows.names}`,
    [encodeArray.int4([network]), encodeArray.int8([fromBlock])],
  )
  return deleted.map(toTransaction)
}

export function toTransaction(row: BinaryRow): TransactionRow {
  return {
    id: readField.bytes(row, 0),
    identifier: readField.bytes(row, 1),
    block: readField.int8(row, 2),
    time: fromStoredTime(readField.int4(row, 3)),
    rows: readField.bytes(row, 4),
  }
}
