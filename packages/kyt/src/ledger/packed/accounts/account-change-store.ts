import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import { type LedgerDb, listOf, toStoredTime } from '../ledger-db.ts'
import { packEach } from '../packing/packed-movements.ts'
import type { AccountChange, TransactionCounts } from './add-up-batch.ts'
import type { EdgeChange } from './add-up-edges.ts'
import type { AccountPart } from './packed-accounts.ts'

/** An account with its packed newest movements and the number of chunks that contain older movements. */
export type FullAccount = {
  readonly address: Buffer
  readonly coin: number
  readonly chunks: number
  readonly head: Buffer
}

/** An account with chunks, without its newest movements. */
export type SealedAccount = Omit<FullAccount, 'head'>

/**
 * The columns of an account without its movements: their names, the query placeholders, and the encoded
 * values.
 */
export const accountColumns = {
  names: `address, coin, received, spent, fees, received_txs, spent_txs, txs, received_transfers, spent_transfers,
    first_seen, last_seen`,
  values: `$1::bytea[], $2::int2[], $3::numeric[], $4::numeric[], $5::numeric[], $6::int4[], $7::int4[], $8::int4[],
    $9::int4[], $10::int4[], $11::int4[], $12::int4[]`,
  encode: (changes: readonly Omit<AccountChange, 'movements' | 'continued'>[]): Buffer[] => [
    encodeArray.hexBytea(changes.map(({ account }) => account)),
    encodeArray.int2(changes.map(({ coin }) => coin)),
    encodeArray.numeric(changes.map(({ received }) => received)),
    encodeArray.numeric(changes.map(({ spent }) => spent)),
    encodeArray.numeric(changes.map(({ fees }) => fees)),
    encodeArray.int4(changes.map(({ receivedTxs }) => receivedTxs)),
    encodeArray.int4(changes.map(({ spentTxs }) => spentTxs)),
    encodeArray.int4(changes.map(({ txs }) => txs)),
    encodeArray.int4(changes.map(({ receivedTransfers }) => receivedTransfers)),
    encodeArray.int4(changes.map(({ spentTransfers }) => spentTransfers)),
    encodeArray.int4(changes.map(({ first }) => toStoredTime(first))),
    encodeArray.int4(changes.map(({ last }) => toStoredTime(last))),
  ],
}

/** The columns of a complete account row, including its newest movements and its number of chunks. */
export const accountRows = {
  names: `${accountColumns.names}, head, chunks`,
  values: `${accountColumns.values}, $13::bytea[], $14::int4[]`,
  encode: (accounts: readonly (AccountPart & { readonly chunks: number })[]): Buffer[] => [
    ...accountColumns.encode(accounts),
    encodeArray.bytea(accounts.map(({ head }) => head)),
    encodeArray.int4(accounts.map(({ chunks }) => chunks)),
  ],
}

/**
 * Adds the changes to the accounts. Returns the accounts whose packed movements now exceed `headBytes` and,
 * in a separate list, all other accounts that have chunks, without their movements.
 */
export async function addToAccounts(
  db: LedgerDb,
  changes: readonly AccountChange[],
  headBytes: number,
): Promise<{ readonly full: FullAccount[]; readonly sealed: SealedAccount[] }> {
  const rows = await binaryQuery(
    db,
    `with added as (
       insert into ledger.account as had (${accountColumns.names}, head)
       select * from unnest(${accountColumns.values}, $13::bytea[])
       on conflict (address, coin) do update set
         received = had.received + excluded.received,
         spent = had.spent + excluded.spent,
         fees = had.fees + excluded.fees,
         received_txs = had.received_txs + excluded.received_txs,
         spent_txs = had.spent_txs + excluded.spent_txs,
         txs = had.txs + excluded.txs,
         received_transfers = had.received_transfers + excluded.received_transfers,
         spent_transfers = had.spent_transfers + excluded.spent_transfers,
         first_seen = least(had.first_seen, excluded.first_seen),
         last_seen = greatest(had.last_seen, excluded.last_seen),
         head = had.head || excluded.head
       returning address, coin, chunks, head)
     select address, coin, chunks, case when length(head) > ($14::int4[])[1] then head end
     from added where length(head) > ($14::int4[])[1] or chunks > 0`,
    [
      ...accountColumns.encode(changes),
      encodeArray.bytea(packEach(changes.map(({ movements }) => movements))),
      encodeArray.int4([headBytes]),
    ],
  )
  const full: FullAccount[] = []
  const sealed: SealedAccount[] = []
  for (const row of rows) {
    const account = {
      address: readField.bytes(row, 0),
      coin: readField.int2(row, 1),
      chunks: readField.int4(row, 2),
    }
    const head = row[3]
    if (head) full.push({ ...account, head })
    else sealed.push(account)
  }
  return { full, sealed }
}

/**
 * Some of an account's older movements, sealed, with the number of transactions they belong to. No
 * transaction is counted in two chunks, or in both a chunk and the newest movements.
 */
export type Chunk = Readonly<TransactionCounts> & {
  readonly address: Buffer
  readonly coin: number
  readonly seq: number
  readonly first: number
  readonly last: number
  readonly rows: Buffer
}

export const chunkColumns = {
  names: 'address, coin, last_seen, seq, first_seen, txs, received_txs, spent_txs, rows',
  values: `$1::bytea[], $2::int2[], $3::int4[], $4::int4[], $5::int4[], $6::int2[], $7::int2[], $8::int2[],
    $9::bytea[]`,
  encode: (chunks: readonly Chunk[]): Buffer[] => [
    encodeArray.bytea(chunks.map(({ address }) => address)),
    encodeArray.int2(chunks.map(({ coin }) => coin)),
    encodeArray.int4(chunks.map(({ last }) => toStoredTime(last))),
    encodeArray.int4(chunks.map(({ seq }) => seq)),
    encodeArray.int4(chunks.map(({ first }) => toStoredTime(first))),
    encodeArray.int2(chunks.map(({ txs }) => txs)),
    encodeArray.int2(chunks.map(({ receivedTxs }) => receivedTxs)),
    encodeArray.int2(chunks.map(({ spentTxs }) => spentTxs)),
    encodeArray.bytea(chunks.map(({ rows }) => rows)),
  ],
}

export async function insertChunks(db: LedgerDb, chunks: readonly Chunk[]): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.chunk (${chunkColumns.names}) select * from unnest(${chunkColumns.values})`,
    chunkColumns.encode(chunks),
  )
}

/** Replaces the accounts' newest movements after older movements were sealed into chunks. */
export async function updateHeads(db: LedgerDb, accounts: readonly FullAccount[]): Promise<void> {
  await binaryQuery(
    db,
    `update ledger.account a set head = left_over.head, chunks = left_over.chunks
     from unnest($1::bytea[], $2::int2[], $3::bytea[], $4::int4[]) as left_over(address, coin, head, chunks)
     where a.address = left_over.address and a.coin = left_over.coin`,
    [
      encodeArray.bytea(accounts.map(({ address }) => address)),
      encodeArray.int2(accounts.map(({ coin }) => coin)),
      encodeArray.bytea(accounts.map(({ head }) => head)),
      encodeArray.int4(accounts.map(({ chunks }) => chunks)),
    ],
  )
}

/**
 * Returns the subset of the given addresses that have a current or previous label. All addresses are in hex.
 */
export async function selectKnown(db: LedgerDb, addresses: readonly string[]): Promise<Set<string>> {
  const found = await binaryQuery(
    db,
    `select address from ledger.known_address where address = any(${listOf(1, 'bytea')})`,
    [encodeArray.hexBytea(addresses)],
  )
  return new Set(found.map((row) => readField.hex(row, 0)))
}

export const edgeColumns = {
  names: 'address, coin, counterparty, received, spent, received_transfers, spent_transfers',
  values: '$1::bytea[], $2::int2[], $3::bytea[], $4::numeric[], $5::numeric[], $6::int4[], $7::int4[]',
  encode: (edges: readonly EdgeChange[]): Buffer[] => [
    encodeArray.hexBytea(edges.map(({ account }) => account)),
    encodeArray.int2(edges.map(({ coin }) => coin)),
    encodeArray.hexBytea(edges.map(({ counterparty }) => counterparty)),
    encodeArray.numeric(edges.map(({ received }) => received)),
    encodeArray.numeric(edges.map(({ spent }) => spent)),
    encodeArray.int4(edges.map(({ receivedTransfers }) => receivedTransfers)),
    encodeArray.int4(edges.map(({ spentTransfers }) => spentTransfers)),
  ],
}

/**
 * Adds the changes to the edges of accounts with chunks, and returns the addresses of these accounts. The
 * edges of all other accounts are derived from their movements.
 */
export async function addToEdges(db: LedgerDb, edges: readonly EdgeChange[]): Promise<string[]> {
  const rows = await binaryQuery(
    db,
    `insert into ledger.edge as had (${edgeColumns.names})
     select given.* from unnest(${edgeColumns.values}) as given(${edgeColumns.names})
     join ledger.account using (address, coin) where account.chunks > 0
     order by given.address, given.coin, given.counterparty
     on conflict (address, coin, counterparty) do update set
       received = had.received + excluded.received,
       spent = had.spent + excluded.spent,
       received_transfers = had.received_transfers + excluded.received_transfers,
       spent_transfers = had.spent_transfers + excluded.spent_transfers
     returning address`,
    edgeColumns.encode(edges),
  )
  return rows.map((row) => readField.hex(row, 0))
}
