import { sql } from 'kysely'
import type { ScreeningDb } from '../context.ts'
import type { VersionState } from '../tables.ts'
import type { ListVersion } from './list-version.ts'

export type VersionRow = ListVersion & { readonly id: number }

const columns = [
  'id',
  'list',
  'version',
  'format',
  'source_hash as sourceHash',
  'published_at as publishedAt',
  'imported_at as importedAt',
  'state',
  'reason',
  'entries',
  'names',
  'crypto_addresses as cryptoAddresses',
  'skipped',
] as const

type Raw = Omit<VersionRow, 'skipped'> & { skipped: string }
const read = (row: Raw): VersionRow => ({
  ...row,
  skipped: JSON.parse(row.skipped) as VersionRow['skipped'],
})

/** Serialises changes to a list's versions. */
export async function lockList(db: ScreeningDb, list: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`touchstone:screening:${list}`}, 0))`.execute(db)
}

export async function insertVersion(
  db: ScreeningDb,
  version: Omit<VersionRow, 'id' | 'reason'> & { reason?: string },
): Promise<number> {
  const { id } = await db
    .insertInto('screening_list_version')
    .values({
      list: version.list,
      version: version.version,
      format: version.format,
      source_hash: version.sourceHash,
      published_at: version.publishedAt,
      imported_at: version.importedAt,
      state: version.state,
      reason: version.reason ?? null,
      entries: version.entries,
      names: version.names,
      crypto_addresses: version.cryptoAddresses,
      skipped: JSON.stringify(version.skipped),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setState(
  db: ScreeningDb,
  id: number,
  state: VersionState,
  reason: string | null = null,
): Promise<void> {
  await db.updateTable('screening_list_version').set({ state, reason }).where('id', '=', id).execute()
}

/** Newest first. */
export async function selectVersions(db: ScreeningDb, list?: string): Promise<VersionRow[]> {
  let query = db.selectFrom('screening_list_version').select(columns).where('state', '<>', 'staged')
  if (list !== undefined) query = query.where('list', '=', list)
  return (await query.orderBy('id', 'desc').execute()).map(read)
}

export async function selectCurrent(db: ScreeningDb, list?: string): Promise<VersionRow[]> {
  let query = db.selectFrom('screening_list_version').select(columns).where('state', '=', 'current')
  if (list !== undefined) query = query.where('list', '=', list)
  return (await query.orderBy('list').execute()).map(read)
}

/**
 * Deletes versions that were staged before the given time. Such versions belong to processes that died,
 * because no import takes that long.
 */
export async function deleteStaged(db: ScreeningDb, list: string, before: Date): Promise<void> {
  await db
    .deleteFrom('screening_list_version')
    .where('list', '=', list)
    .where('state', '=', 'staged')
    .where('imported_at', '<', before)
    .execute()
}
