import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { Chunk, FullAccount } from '../account-change-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { sealAccount } from '../seal-account.ts'
import { toStoredTime } from '../stored-time.ts'

/** Accounts that are looked at in one query, and chunks that are cut anew at a time: one account's at least. */
const accountsAtOnce = 2000
const chunksAtOnce = 2000

/**
 * Chunks that tell how many transactions they have, in the index that they are found by: so a page far back is found without
 * reading all that is newer. Movements of one transaction may lie in two chunks until now. They are cut anew, all of an
 * account at once, which also puts older history that came later into its place.
 */
export const countedChunks = {
  async up(db: LedgerDb): Promise<void> {
    // Whatever is being added comes to its end before, and whoever makes the tables anew meanwhile has to begin again.
    await binaryQuery(db, "select pg_advisory_xact_lock(hashtextextended('touchstone:ledger', 0))")
    await binaryQuery(db, 'update ledger.state set ledger_version = ledger_version + 1')
    await binaryQuery(
      db,
      `create table ledger.chunk_counted (
        last_seen int4 not null,
        seq int4 not null,
        first_seen int4 not null,
        coin int2 not null,
        -- Transactions in all, those that the account received something in, and those that it sent something in.
        txs int2 not null,
        received_txs int2 not null,
        spent_txs int2 not null,
        address bytea not null,
        rows bytea not null
      )`,
    )
    await binaryQuery(
      db,
      'alter table ledger.chunk_counted alter address set storage plain, alter rows set storage main',
    )
    let after: Key | undefined
    for (let some = await selectSealed(db, after); some.length > 0; some = await selectSealed(db, after)) {
      for (const group of inGroups(some)) await cutAnew(db, group)
      after = some.at(-1)
    }
    await binaryQuery(db, 'drop table ledger.chunk')
    await binaryQuery(db, 'alter table ledger.chunk_counted rename to chunk')
    await binaryQuery(
      db,
      `alter table ledger.chunk add primary key (address, coin, last_seen, seq)
         include (first_seen, txs, received_txs, spent_txs)`,
    )
    await binaryQuery(db, 'analyze ledger.chunk')
  },
}

type Key = { readonly address: Buffer; readonly coin: number }
type Sealed = Key & { readonly chunks: number }

/** Accounts with chunks, in their order, after one of them. */
async function selectSealed(db: LedgerDb, after: Key | undefined): Promise<Sealed[]> {
  const rows = await binaryQuery(
    db,
    `select address, coin, chunks from ledger.account
     where (address, coin) > (($1::bytea[])[1], ($2::int2[])[1]) and chunks > 0
     order by address, coin limit ${accountsAtOnce}`,
    [encodeArray.bytea([after?.address ?? Buffer.of()]), encodeArray.int2([after?.coin ?? 0])],
  )
  return rows.map((row) => ({
    address: readField.bytes(row, 0),
    coin: readField.int2(row, 1),
    chunks: readField.int4(row, 2),
  }))
}

function* inGroups(accounts: readonly Sealed[]): Generator<Sealed[]> {
  let group: Sealed[] = []
  let chunks = 0
  for (const account of accounts) {
    if (group.length > 0 && chunks + account.chunks > chunksAtOnce) {
      yield group
      group = []
      chunks = 0
    }
    group.push(account)
    chunks += account.chunks
  }
  if (group.length > 0) yield group
}

async function cutAnew(db: LedgerDb, accounts: readonly Key[]): Promise<void> {
  const rows = await binaryQuery(
    db,
    `select address, coin, account.head || coalesce((
       select string_agg(chunk.rows, '') from ledger.chunk
       where chunk.address = account.address and chunk.coin = account.coin), '')
     from unnest($1::bytea[], $2::int2[]) as asked(address, coin) join ledger.account using (address, coin)`,
    keysOf(accounts),
  )
  const cut = rows.map((row) =>
    sealAccount({
      address: readField.bytes(row, 0),
      coin: readField.int2(row, 1),
      chunks: 0,
      head: readField.bytes(row, 2),
    }),
  )
  const sealed = cut.flatMap((account) => account.sealed)
  for (let at = 0; at < sealed.length; at += chunksAtOnce)
    await insertChunks(db, sealed.slice(at, at + chunksAtOnce))
  await updateHeads(
    db,
    cut.map(({ left }) => left),
  )
}

async function insertChunks(db: LedgerDb, chunks: readonly Chunk[]): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.chunk_counted (address, coin, last_seen, seq, first_seen, txs, received_txs, spent_txs, rows)
     select * from unnest($1::bytea[], $2::int2[], $3::int4[], $4::int4[], $5::int4[], $6::int2[], $7::int2[], $8::int2[],
       $9::bytea[])`,
    [
      ...keysOf(chunks),
      encodeArray.int4(chunks.map(({ last }) => toStoredTime(last))),
      encodeArray.int4(chunks.map(({ seq }) => seq)),
      encodeArray.int4(chunks.map(({ first }) => toStoredTime(first))),
      encodeArray.int2(chunks.map(({ txs }) => txs)),
      encodeArray.int2(chunks.map(({ receivedTxs }) => receivedTxs)),
      encodeArray.int2(chunks.map(({ spentTxs }) => spentTxs)),
      encodeArray.bytea(chunks.map(({ rows }) => rows)),
    ],
  )
}

/** An account that had chunks stays one of those that have, as it has edges. */
async function updateHeads(db: LedgerDb, accounts: readonly FullAccount[]): Promise<void> {
  await binaryQuery(
    db,
    `update ledger.account set head = cut.head, chunks = greatest(account.chunks, cut.chunks)
     from unnest($1::bytea[], $2::int2[], $3::bytea[], $4::int4[]) as cut(address, coin, head, chunks)
     where account.address = cut.address and account.coin = cut.coin`,
    [
      ...keysOf(accounts),
      encodeArray.bytea(accounts.map(({ head }) => head)),
      encodeArray.int4(accounts.map(({ chunks }) => chunks)),
    ],
  )
}

const keysOf = (accounts: readonly Key[]) => [
  encodeArray.bytea(accounts.map(({ address }) => address)),
  encodeArray.int2(accounts.map(({ coin }) => coin)),
]
