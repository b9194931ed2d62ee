import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { Fact, PackedPiece } from '../../ledger-store.ts'
import { type LedgerDb, listOf } from '../ledger-db.ts'

export type Piece = { readonly importId: number; readonly seq: number }

const keyOf = ({ importId, seq }: Piece) => [encodeArray.int8([importId]), encodeArray.int4([seq])]
const isPiece = 'import = ($1::int8[])[1] and seq = ($2::int4[])[1]'

export async function upsertPiece(db: LedgerDb, piece: Piece, packed: PackedPiece): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.staged (import, seq, bytes, rows)
     values (($1::int8[])[1], ($2::int4[])[1], ($3::bytea[])[1], ($4::int4[])[1])
     on conflict (import, seq) do update set bytes = excluded.bytes, rows = excluded.rows`,
    [...keyOf(piece), encodeArray.bytea([packed.bytes]), encodeArray.int4([packed.transfers])],
  )
}

export async function selectOpenPieces(db: LedgerDb, importId: number): Promise<number[]> {
  const rows = await binaryQuery(
    db,
    'select seq from ledger.staged where import = ($1::int8[])[1] and bytes is not null order by seq',
    [encodeArray.int8([importId])],
  )
  return rows.map((row) => readField.int4(row, 0))
}

/**
 * Locks a piece until the database transaction ends, so that it is committed only once. `bytes` is
 * `undefined` for a committed piece.
 */
export async function lockPiece(
  db: LedgerDb,
  piece: Piece,
): Promise<{ readonly bytes: Buffer | undefined; readonly fresh: number } | undefined> {
  const [row] = await binaryQuery(
    db,
    `select bytes, fresh from ledger.staged where ${isPiece} for update`,
    keyOf(piece),
  )
  return row === undefined ? undefined : { bytes: row[0] ?? undefined, fresh: readField.int4(row, 1) }
}

/** Returns an uncommitted piece's bytes. */
export async function selectPiece(db: LedgerDb, piece: Piece): Promise<Buffer> {
  const [row] = await binaryQuery(db, `select bytes from ledger.staged where ${isPiece}`, keyOf(piece))
  if (row === undefined) throw new RangeError('the import has no such piece')
  return readField.bytes(row, 0)
}

export async function markCommitted(db: LedgerDb, piece: Piece, fresh: number): Promise<void> {
  await binaryQuery(db, `update ledger.staged set bytes = null, fresh = ($3::int4[])[1] where ${isPiece}`, [
    ...keyOf(piece),
    encodeArray.int4([fresh]),
  ])
}

export async function sumFresh(db: LedgerDb, importId: number): Promise<number> {
  const [row] = await binaryQuery(
    db,
    'select coalesce(sum(fresh), 0)::int8 from ledger.staged where import = ($1::int8[])[1]',
    [encodeArray.int8([importId])],
  )
  return row === undefined ? 0 : readField.int8(row, 0)
}

export async function upsertFacts(db: LedgerDb, importId: number, facts: readonly Fact[]): Promise<void> {
  const byKey = new Map<string, string>()
  for (const [key, fact] of facts) {
    const before = byKey.get(key)
    byKey.set(key, before === undefined ? fact : `${before}\n${fact}`)
  }
  // All writers lock facts in the same order, which prevents deadlocks.
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))
  await binaryQuery(
    db,
    `insert into ledger.staged_fact as had (import, key, facts)
     select ($1::int8[])[1], * from unnest($2::text[], $3::text[])
     on conflict (import, key) do update set facts = had.facts || E'\\n' || excluded.facts`,
    [
      encodeArray.int8([importId]),
      encodeArray.text(sorted.map(([key]) => key)),
      encodeArray.text(sorted.map(([, fact]) => fact)),
    ],
  )
}

export async function selectFacts(
  db: LedgerDb,
  importId: number,
  keys: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const rows = await binaryQuery(
    db,
    `select key, facts from ledger.staged_fact where import = ($1::int8[])[1] and key = any(${listOf(2, 'text')})`,
    [encodeArray.int8([importId]), encodeArray.text([...keys])],
  )
  return new Map(rows.map((row) => [readField.text(row, 0), readField.text(row, 1).split('\n')]))
}

export async function deleteStaged(db: LedgerDb, importId: number): Promise<void> {
  for (const table of ['staged', 'staged_fact']) {
    await binaryQuery(db, `delete from ledger.${table} where import = ($1::int8[])[1]`, [
      encodeArray.int8([importId]),
    ])
  }
}
