import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { AccountChange } from '../accounts/add-up-batch.ts'
import type { EdgeChange } from '../accounts/add-up-edges.ts'
import { fromStoredTime, type LedgerDb, toStoredTime } from '../ledger-db.ts'

type Account = Pick<AccountChange, 'account' | 'coin'>

const keysOf = (accounts: readonly Account[]) => [
  encodeArray.hexBytea(accounts.map(({ account }) => account)),
  encodeArray.int2(accounts.map(({ coin }) => coin)),
]

/** Reads the accounts' packed newest movements and locks them until the database transaction ends. */
export async function lockHeads(
  db: LedgerDb,
  accounts: readonly Account[],
): Promise<(Account & { readonly head: Buffer })[]> {
  const rows = await binaryQuery(
    db,
    `select address, coin, head from ledger.account
     where (address, coin) in (select * from unnest($1::bytea[], $2::int2[])) order by address, coin for update`,
    keysOf(accounts),
  )
  return rows.map((row) => ({
    account: readField.hex(row, 0),
    coin: readField.int2(row, 1),
    head: readField.bytes(row, 2),
  }))
}

export type StoredChunk = Account & {
  readonly seq: number
  readonly first: number
  readonly last: number
  readonly rows: Buffer
}

/** Returns each account's chunks that overlap the time range of its changes. */
export async function selectChunks(
  db: LedgerDb,
  changes: readonly (Account & { readonly first: number; readonly last: number })[],
): Promise<StoredChunk[]> {
  const rows = await binaryQuery(
    db,
    `select chunk.address, chunk.coin, chunk.seq, chunk.first_seen, chunk.last_seen, chunk.rows
     from unnest($1::bytea[], $2::int2[], $3::int4[], $4::int4[]) as changed(address, coin, first_seen, last_seen)
     join ledger.chunk on chunk.address = changed.address and chunk.coin = changed.coin
       and chunk.last_seen >= changed.first_seen and chunk.first_seen <= changed.last_seen`,
    [
      ...keysOf(changes),
      encodeArray.int4(changes.map(({ first }) => toStoredTime(first))),
      encodeArray.int4(changes.map(({ last }) => toStoredTime(last))),
    ],
  )
  return rows.map((row) => ({
    account: readField.hex(row, 0),
    coin: readField.int2(row, 1),
    seq: readField.int4(row, 2),
    first: fromStoredTime(readField.int4(row, 3)),
    last: fromStoredTime(readField.int4(row, 4)),
    rows: readField.bytes(row, 5),
  }))
}

export async function deleteChunks(db: LedgerDb, chunks: readonly StoredChunk[]): Promise<void> {
  await binaryQuery(
    db,
    `delete from ledger.chunk using unnest($1::bytea[], $2::int2[], $3::int4[], $4::int4[]) as gone(address, coin, last_seen, seq)
     where chunk.address = gone.address and chunk.coin = gone.coin and chunk.last_seen = gone.last_seen
       and chunk.seq = gone.seq`,
    [
      ...keysOf(chunks),
      encodeArray.int4(chunks.map(({ last }) => toStoredTime(last))),
      encodeArray.int4(chunks.map(({ seq }) => seq)),
    ],
  )
}

/** Returns the time ranges of the accounts' chunks. Omits accounts without chunks. */
export async function selectSpans(
  db: LedgerDb,
  accounts: readonly Account[],
): Promise<(Account & { readonly first: number; readonly last: number })[]> {
  const rows = await binaryQuery(
    db,
    `select address, coin, min(first_seen), max(last_seen) from ledger.chunk
     where (address, coin) in (select * from unnest($1::bytea[], $2::int2[])) group by address, coin`,
    keysOf(accounts),
  )
  return rows.map((row) => ({
    account: readField.hex(row, 0),
    coin: readField.int2(row, 1),
    first: fromStoredTime(readField.int4(row, 2)),
    last: fromStoredTime(readField.int4(row, 3)),
  }))
}

/** The state of the accounts after transactions were removed. */
export type RemainingAccount = {
  readonly change: AccountChange
  readonly head: Buffer
  readonly first: number
  readonly last: number
}

export async function takeFromAccounts(db: LedgerDb, remains: readonly RemainingAccount[]): Promise<void> {
  const changes = remains.map(({ change }) => change)
  await binaryQuery(
    db,
    `update ledger.account a set
       received = a.received - gone.received, spent = a.spent - gone.spent, fees = a.fees - gone.fees,
       received_txs = a.received_txs - gone.received_txs, spent_txs = a.spent_txs - gone.spent_txs,
       txs = a.txs - gone.txs, received_transfers = a.received_transfers - gone.received_transfers,
       spent_transfers = a.spent_transfers - gone.spent_transfers,
       first_seen = gone.first_seen, last_seen = gone.last_seen, head = gone.head
     from unnest($1::bytea[], $2::int2[], $3::numeric[], $4::numeric[], $5::numeric[], $6::int4[], $7::int4[], $8::int4[],
       $9::int4[], $10::int4[], $11::int4[], $12::int4[], $13::bytea[]) as gone(address, coin, received, spent, fees,
       received_txs, spent_txs, txs, received_transfers, spent_transfers, first_seen, last_seen, head)
     where a.address = gone.address and a.coin = gone.coin`,
    [
      ...keysOf(changes),
      encodeArray.numeric(changes.map(({ received }) => received)),
      encodeArray.numeric(changes.map(({ spent }) => spent)),
      encodeArray.numeric(changes.map(({ fees }) => fees)),
      encodeArray.int4(changes.map(({ receivedTxs }) => receivedTxs)),
      encodeArray.int4(changes.map(({ spentTxs }) => spentTxs)),
      encodeArray.int4(changes.map(({ txs }) => txs)),
      encodeArray.int4(changes.map(({ receivedTransfers }) => receivedTransfers)),
      encodeArray.int4(changes.map(({ spentTransfers }) => spentTransfers)),
      encodeArray.int4(remains.map(({ first }) => toStoredTime(first))),
      encodeArray.int4(remains.map(({ last }) => toStoredTime(last))),
      encodeArray.bytea(remains.map(({ head }) => head)),
    ],
  )
}

export async function deleteAccounts(db: LedgerDb, accounts: readonly Account[]): Promise<void> {
  await binaryQuery(
    db,
    `delete from ledger.account using unnest($1::bytea[], $2::int2[]) as gone(address, coin)
     where account.address = gone.address and account.coin = gone.coin`,
    keysOf(accounts),
  )
}

/** Deletes edges whose counts reach zero. */
export async function takeFromEdges(db: LedgerDb, edges: readonly EdgeChange[]): Promise<void> {
  const keys = [...keysOf(edges), encodeArray.hexBytea(edges.map(({ counterparty }) => counterparty))]
  await binaryQuery(
    db,
    `update ledger.edge set received = edge.received - gone.received, spent = edge.spent - gone.spent,
       received_transfers = edge.received_transfers - gone.received_transfers,
       spent_transfers = edge.spent_transfers - gone.spent_transfers
     from unnest($1::bytea[], $2::int2[], $3::bytea[], $4::numeric[], $5::numeric[], $6::int4[], $7::int4[])
       as gone(address, coin, counterparty, received, spent, received_transfers, spent_transfers)
     where edge.address = gone.address and edge.coin = gone.coin and edge.counterparty = gone.counterparty`,
    [
      ...keys,
      encodeArray.numeric(edges.map(({ received }) => received)),
      encodeArray.numeric(edges.map(({ spent }) => spent)),
      encodeArray.int4(edges.map(({ receivedTransfers }) => receivedTransfers)),
      encodeArray.int4(edges.map(({ spentTransfers }) => spentTransfers)),
    ],
  )
  await binaryQuery(
    db,
    `delete from ledger.edge using unnest($1::bytea[], $2::int2[], $3::bytea[]) as gone(address, coin, counterparty)
     where edge.address = gone.address and edge.coin = gone.coin and edge.counterparty = gone.counterparty
       and edge.received_transfers = 0 and edge.spent_transfers = 0`,
    keys,
  )
}
