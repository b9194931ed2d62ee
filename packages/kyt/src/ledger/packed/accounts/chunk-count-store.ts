import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { PageQuery } from '../../ledger-store.ts'
import { fromStoredTime, type LedgerDb, toStoredTime } from '../ledger-db.ts'
import type { Account } from './account-read-store.ts'

// The queries in this file use an index to count the transactions in chunks, without reading the movements.

/** An account, a time range with both ends inclusive, and the kinds of movements to count. */
type Counted = Account & Pick<PageQuery, 'from' | 'to' | 'kinds'>

/** Returns the column that counts transactions with these kinds of movements. */
function columnOf({ kinds }: Counted): string {
  if (kinds.includes('in') && kinds.includes('out')) return 'txs'
  return kinds.includes('in') ? 'received_txs' : kinds.includes('out') ? 'spent_txs' : '0::int2'
}

/** A condition that selects the account's chunks that overlap the time range. */
const isOfTime = `address = ($1::bytea[])[1] and coin = ($2::int2[])[1]
  and last_seen >= ($3::int4[])[1] and first_seen <= ($3::int4[])[2]`

const valuesOf = ({ address, coin, from, to }: Counted, ...more: readonly number[]) => [
  encodeArray.hexBytea([address]),
  encodeArray.int2([coin]),
  encodeArray.int4([toStoredTime(from), toStoredTime(to), ...more]),
]

/**
 * Counts the chunks' transactions, starting with the newest chunk, and returns the latest second at which the
 * total exceeds `most`. Returns undefined if all chunks in the time range together contain at most `most`
 * transactions.
 */
export async function selectPassedUntil(
  db: LedgerDb,
  of: Counted & { readonly most: number },
): Promise<number | undefined> {
  const [row] = await binaryQuery(
    db,
    `select last_seen from (
       select last_seen, seq, sum(${columnOf(of)}) over (
         order by last_seen desc, seq desc rows unbounded preceding) as passed
       from ledger.chunk where ${isOfTime}) as newest_first
     where passed > ($3::int4[])[3] order by last_seen desc, seq desc limit 1`,
    valuesOf(of, of.most),
  )
  return row === undefined ? undefined : fromStoredTime(readField.int4(row, 0))
}

/**
 * Counts the transactions in the chunks that are entirely within the time range. Also returns the movements
 * in chunks that are only partly within the time range.
 */
export async function selectCounted(
  db: LedgerDb,
  of: Counted,
): Promise<{ readonly transactions: number; readonly partly: Buffer }> {
  const isWhole = 'first_seen >= ($3::int4[])[1] and last_seen <= ($3::int4[])[2]'
  const [row] = await binaryQuery(
    db,
    `with counted as materialized (
       select coalesce(sum(${columnOf(of)}) filter (where ${isWhole}), 0)::int4 as transactions,
         array_agg(last_seen) filter (where not (${isWhole})) as lasts,
         array_agg(seq) filter (where not (${isWhole})) as seqs
       from ledger.chunk where ${isOfTime})
     select transactions, coalesce((
       select string_agg(chunk.rows, '') from unnest(lasts, seqs) as partly(last_seen, seq)
       join ledger.chunk on chunk.address = ($1::bytea[])[1] and chunk.coin = ($2::int2[])[1]
         and chunk.last_seen = partly.last_seen and chunk.seq = partly.seq), '') from counted`,
    valuesOf(of),
  )
  if (row === undefined) throw new Error('an aggregate query returned no row')
  return { transactions: readField.int4(row, 0), partly: readField.bytes(row, 1) }
}
