import type { CoverageState, RiskLevel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type WatchKey = { readonly merchant: string; readonly network: number; readonly address: string }

export type WatchRow = WatchKey & {
  readonly id: number
  readonly coin: string
  readonly url: string | null
  readonly score: number
  readonly riskLevel: RiskLevel
  readonly coverage: CoverageState
  readonly addedAt: Date
  readonly changedAt: Date
  readonly checkedAt: Date
  readonly checkedVersion: number
}

/** The subject of a watch's events. */
export const subjectOf = ({ id }: Pick<WatchRow, 'id'>): string => `watch:${id}`

const watchColumns = [
  'id',
  'merchant',
  'network',
  'address',
  'coin',
  'url',
  'score',
  'risk_level as riskLevel',
  'coverage',
  'added_at as addedAt',
  'changed_at as changedAt',
  'checked_at as checkedAt',
  'checked_version as checkedVersion',
] as const

/** Serialises the addition of watches for each merchant, so that concurrent calls cannot exceed the limit. */
export async function lockWatchesOf(db: KytDb, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`touchstone:kyt-watch:${merchant}`}, 0))`.execute(
    db,
  )
}

/** Updates an existing watch's coin and URL. Returns `undefined` if there is no such watch. */
export async function updateWatch(
  db: KytDb,
  key: WatchKey,
  change: { coin: string; url: string | null },
): Promise<WatchRow | undefined> {
  return await db
    .updateTable('kyt_watch')
    .set(change)
    .where('merchant', '=', key.merchant)
    .where('network', '=', key.network)
    .where('address', '=', key.address)
    .returning(watchColumns)
    .executeTakeFirst()
}

export async function insertWatch(db: KytDb, watch: Omit<WatchRow, 'id'>): Promise<WatchRow> {
  return await db
    .insertInto('kyt_watch')
    .values({
      merchant: watch.merchant,
      network: watch.network,
      address: watch.address,
      coin: watch.coin,
      url: watch.url,
      score: watch.score,
      risk_level: watch.riskLevel,
      coverage: watch.coverage,
      added_at: watch.addedAt,
      changed_at: watch.changedAt,
      checked_at: watch.checkedAt,
      checked_version: watch.checkedVersion,
      // A new watch fetches the history when it is first scored.
      fetched_at: watch.addedAt,
    })
    .returning(watchColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteWatch(db: KytDb, key: WatchKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('kyt_watch')
    .where('merchant', '=', key.merchant)
    .where('network', '=', key.network)
    .where('address', '=', key.address)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function countWatches(db: KytDb, merchant: string): Promise<number> {
  const { count } = await db
    .selectFrom('kyt_watch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export async function selectWatches(
  db: KytDb,
  page: { merchant: string; offset: number; limit: number },
): Promise<WatchRow[]> {
  return await db
    .selectFrom('kyt_watch')
    .select(watchColumns)
    .where('merchant', '=', page.merchant)
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/**
 * Claims watches that were last scored before this version, oldest first. The claim belongs to this node
 * until it expires.
 */
export async function claimOutdatedWatches(
  db: KytDb,
  claim: { version: number; now: Date; until: Date; limit: number },
): Promise<WatchRow[]> {
  return await db
    .updateTable('kyt_watch')
    .set({ claimed_until: claim.until })
    .where((where) =>
      where(
        'id',
        'in',
        where
          .selectFrom('kyt_watch')
          .select('id')
          .where('checked_version', '<', claim.version)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('kyt_ledger').select('ledger_id').where('watches_paused', '=', true))),
          )
          .where((free) =>
            free.or([free('claimed_until', 'is', null), free('claimed_until', '<=', claim.now)]),
          )
          .orderBy('checked_version')
          .orderBy('id')
          .limit(claim.limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(watchColumns)
    .execute()
}

export type CheckedWatch = {
  readonly id: number
  readonly score: number
  readonly riskLevel: RiskLevel
  readonly coverage: CoverageState
}

/** Stores scores that did not change the level. Skips rows whose level has changed in the meantime. */
export async function updateChecked(
  db: KytDb,
  checked: readonly CheckedWatch[],
  at: { version: number; now: Date },
): Promise<void> {
  if (checked.length === 0) return
  await sql`
    update kyt_watch set
      score = checked.score, coverage = checked.coverage, checked_at = ${at.now}, checked_version = ${at.version}, claimed_until = null
    from (
      select * from unnest(
        ${checked.map(({ id }) => id)}::bigint[],
        ${checked.map(({ score }) => score)}::int[],
        ${checked.map(({ riskLevel }) => riskLevel)}::text[],
        ${checked.map(({ coverage }) => coverage)}::text[]
      ) as given (id, score, risk_level, coverage)
    ) as checked
    where kyt_watch.id = checked.id
      and kyt_watch.risk_level = checked.risk_level
      and kyt_watch.checked_version < ${at.version}
  `.execute(db)
}

/** Selects the row and locks it until the transaction ends. */
export async function lockWatch(db: KytDb, id: number): Promise<WatchRow | undefined> {
  return await db
    .selectFrom('kyt_watch')
    .select(watchColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateLevel(
  db: KytDb,
  watch: CheckedWatch,
  at: { version: number; now: Date },
): Promise<void> {
  await db
    .updateTable('kyt_watch')
    .set({
      score: watch.score,
      risk_level: watch.riskLevel,
      coverage: watch.coverage,
      changed_at: at.now,
      checked_at: at.now,
      checked_version: at.version,
      claimed_until: null,
    })
    .where('id', '=', watch.id)
    .execute()
}

/**
 * Marks watches that cannot be scored as checked. These watches keep their score and are not retried until
 * the data changes again.
 */
export async function skipChecked(db: KytDb, ids: readonly number[], version: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('kyt_watch')
    .set({ checked_version: version, claimed_until: null })
    .where('id', 'in', [...ids])
    .where('checked_version', '<', version)
    .execute()
}

/**
 * Returns whether a ledger reset has paused the watches. No reset can pause the watches until the transaction
 * ends, so the transaction cannot store scores from an empty ledger.
 */
export async function lockPause(db: KytDb): Promise<boolean> {
  const row = await db
    .selectFrom('kyt_ledger')
    .select('watches_paused as isPaused')
    .forShare()
    .executeTakeFirst()
  return row?.isPaused ?? false
}

export async function selectPause(db: KytDb): Promise<boolean> {
  const row = await db.selectFrom('kyt_ledger').select('watches_paused as isPaused').executeTakeFirst()
  return row?.isPaused ?? false
}

/** Ends the pause. Returns the number of watches to rescore, or 0 if they were not paused. */
export async function resumeAllWatches(db: KytDb): Promise<number> {
  const [resumed] = await db
    .updateTable('kyt_ledger')
    .set({ watches_paused: false })
    .where('watches_paused', '=', true)
    .execute()
  if (resumed?.numUpdatedRows !== 1n) return 0
  const { count } = await db
    .selectFrom('kyt_watch')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function releaseAllWatches(db: KytDb): Promise<void> {
  await db
    .updateTable('kyt_watch')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute()
}
