import { sql } from 'kysely'
import type { ScreeningDb } from '../context.ts'

export type EntryRow = {
  readonly entryId: string
  readonly kind: string
  readonly hash: string
  readonly cryptoAddresses: number
  readonly body: string
}

export async function insertEntries(
  db: ScreeningDb,
  versionId: number,
  rows: readonly EntryRow[],
): Promise<void> {
  if (rows.length === 0) return
  // Passes one array per column, so that the statement's text is the same for any number of rows.
  await sql`
    insert into screening_list_entry (version_id, entry_id, kind, hash, crypto_addresses, body)
    select ${versionId}, * from unnest(
      ${rows.map((row) => row.entryId)}::text[],
      ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.hash)}::text[],
      ${rows.map((row) => row.cryptoAddresses)}::integer[],
      ${rows.map((row) => row.body)}::text[]
    )`.execute(db)
}

export async function deleteEntries(db: ScreeningDb, versionId: number): Promise<void> {
  await db.deleteFrom('screening_list_entry').where('version_id', '=', versionId).execute()
}

/**
 * Reads a version's entries in batches, ordered by entry, because reading many rows at once would block the
 * event loop.
 */
export async function* selectBodies(
  db: ScreeningDb,
  versionId: number,
  filter: { kinds?: readonly string[]; withCryptoAddresses?: boolean },
  rowsAtOnce = 2000,
): AsyncGenerator<string[]> {
  let after: string | undefined
  for (;;) {
    let query = db
      .selectFrom('screening_list_entry')
      .select(['entry_id', 'body'])
      .where('version_id', '=', versionId)
      .where('body', 'is not', null)
    if (filter.kinds !== undefined) query = query.where('kind', 'in', [...filter.kinds])
    if (filter.withCryptoAddresses) query = query.where('crypto_addresses', '>', 0)
    if (after !== undefined) query = query.where('entry_id', '>', after)
    const rows = await query.orderBy('entry_id').limit(rowsAtOnce).execute()
    yield rows.map(({ body }) => body ?? '')
    after = rows.at(-1)?.entry_id
    if (rows.length < rowsAtOnce || after === undefined) return
  }
}

export type DeltaRow = { readonly entryId: string; readonly change: 'added' | 'changed' | 'removed' }

/** Returns the entries that were added or changed in `to`. */
export async function selectDelta(
  db: ScreeningDb,
  versions: { from: number; to: number },
): Promise<DeltaRow[]> {
  const { rows } = await sql<DeltaRow>`
    select coalesce(new.entry_id, old.entry_id) as "entryId",
      case when old.entry_id is null then 'added' when new.entry_id is null then 'removed' else 'changed' end as change
    from (select entry_id, hash from screening_list_entry where version_id = ${versions.to}) as new
    full join (select entry_id, hash from screening_list_entry where version_id = ${versions.from}) as old
      on new.entry_id = old.entry_id
    where new.hash is distinct from old.hash
    order by 1`.execute(db)
  return rows
}

/**
 * Removes all content except the hashes from the entries of versions that are older than the previous one.
 */
export async function dropOldBodies(db: ScreeningDb, list: string): Promise<void> {
  await sql`
    update screening_list_entry set body = null
    where body is not null and version_id in (
      select id from screening_list_version where list = ${list} and state = 'replaced'
      order by id desc offset 1
    )`.execute(db)
}
