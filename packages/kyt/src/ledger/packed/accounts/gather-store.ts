import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import { fromStoredTime, type LedgerDb, listOf } from '../ledger-db.ts'

const chunksAtOnce = 256

/** Returns the coins in which the addresses have accounts. */
export async function accountsOf(
  db: LedgerDb,
  addresses: readonly string[],
): Promise<{ readonly account: string; readonly coin: number }[]> {
  const rows = await binaryQuery(
    db,
    `select address, coin from ledger.account where address = any(${listOf(1, 'bytea')})`,
    [encodeArray.hexBytea(addresses)],
  )
  return rows.map((row) => ({ account: readField.hex(row, 0), coin: readField.int2(row, 1) }))
}

type Place = { readonly last: number; readonly seq: number }

/**
 * Returns a page of an account's packed movements: first the newest movements, then the movements in the
 * account's chunks, in order.
 */
export async function selectHistoryPage(
  db: LedgerDb,
  of: { readonly account: string; readonly coin: number; readonly after: Place | undefined },
): Promise<{ readonly rows: Buffer[]; readonly next: Place | undefined }> {
  const account = [encodeArray.bytea([Buffer.from(of.account, 'hex')]), encodeArray.int2([of.coin])]
  if (of.after === undefined) {
    const [own] = await binaryQuery(
      db,
      'select head, chunks from ledger.account where address = ($1::bytea[])[1] and coin = ($2::int2[])[1]',
      account,
    )
    if (own === undefined) return { rows: [], next: undefined }
    const first = { last: -(2 ** 31), seq: -1 }
    return { rows: [readField.bytes(own, 0)], next: readField.int4(own, 1) > 0 ? first : undefined }
  }
  const chunks = await binaryQuery(
    db,
    `select rows, last_seen, seq from ledger.chunk
     where address = ($1::bytea[])[1] and coin = ($2::int2[])[1]
       and (last_seen, seq) > (($3::int4[])[1], ($3::int4[])[2])
     order by last_seen, seq limit ($3::int4[])[3]`,
    [...account, encodeArray.int4([of.after.last, of.after.seq, chunksAtOnce])],
  )
  const last = chunks.at(-1)
  const next =
    last === undefined || chunks.length < chunksAtOnce
      ? undefined
      : { last: readField.int4(last, 1), seq: readField.int4(last, 2) }
  return { rows: chunks.map((row) => readField.bytes(row, 0)), next }
}

/** Returns a page of an account's chunks, ordered by start time, skipping the first `passed` chunks. */
export async function selectOldestChunks(
  db: LedgerDb,
  of: { readonly account: string; readonly coin: number; readonly passed: number },
): Promise<{ readonly first: number; readonly rows: Buffer }[]> {
  const rows = await binaryQuery(
    db,
    `select oldest.first_seen, chunk.rows from (
       select first_seen, last_seen, seq from ledger.chunk
       where address = ($1::bytea[])[1] and coin = ($2::int2[])[1]
       order by first_seen, last_seen, seq limit ($3::int4[])[1] offset ($3::int4[])[2]) as oldest
     join ledger.chunk on address = ($1::bytea[])[1] and coin = ($2::int2[])[1]
       and chunk.last_seen = oldest.last_seen and chunk.seq = oldest.seq
     order by oldest.first_seen, oldest.last_seen, oldest.seq`,
    [
      encodeArray.bytea([Buffer.from(of.account, 'hex')]),
      encodeArray.int2([of.coin]),
      encodeArray.int4([oldestAtOnce, of.passed]),
    ],
  )
  return rows.map((row) => ({
    first: fromStoredTime(readField.int4(row, 0)),
    rows: readField.bytes(row, 1),
  }))
}

export const oldestAtOnce = 8
