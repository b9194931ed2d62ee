import type { BatchItem, QuestionChannel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'

export type BatchRow = {
  readonly id: string
  readonly merchant: string
  readonly keyId: string
  readonly fingerprint: string
  /** The channel of the caller. Null if the questions are not recorded. */
  readonly channel: QuestionChannel | null
  readonly asker: string | null
  readonly total: number
  readonly done: number
}

export type OpenItem = BatchItem & { readonly position: number; readonly tries: number }
export type FinishedItem = BatchItem & { readonly result: string | null }

const batchColumns = [
  'id',
  'merchant',
  'key_id as keyId',
  'fingerprint',
  'total',
  'done',
  'channel',
  'asker',
] as const

/** Serialises the addition of batches for each merchant, so that concurrent calls cannot exceed the limit. */
export async function lockBatchesOf(db: KytDb, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`touchstone:kyt-batch:${merchant}`}, 0))`.execute(
    db,
  )
}

export async function selectBatch(
  db: KytDb,
  of: { merchant: string } & ({ id: string } | { requestId: string }),
): Promise<BatchRow | undefined> {
  return await db
    .selectFrom('kyt_batch')
    .select(batchColumns)
    .where('merchant', '=', of.merchant)
    .where((where) => ('id' in of ? where('id', '=', of.id) : where('request_id', '=', of.requestId)))
    .executeTakeFirst()
}

export async function countOpenBatches(db: KytDb, merchant: string): Promise<number> {
  const { count } = await db
    .selectFrom('kyt_batch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant', '=', merchant)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertBatch(
  db: KytDb,
  batch: Omit<BatchRow, 'done' | 'total'> & { requestId: string | null; at: Date },
  items: readonly BatchItem[],
): Promise<void> {
  await db
    .insertInto('kyt_batch')
    .values({
      id: batch.id,
      merchant: batch.merchant,
      key_id: batch.keyId,
      request_id: batch.requestId,
      fingerprint: batch.fingerprint,
      channel: batch.channel,
      asker: batch.asker,
      total: items.length,
      created_at: batch.at,
      turn_at: batch.at,
      claimed_until: null,
      finished_at: null,
    })
    .execute()
  await sql`
    insert into kyt_batch_item (batch_id, position, item)
    select ${batch.id}::uuid, place - 1, item
    from unnest(${items.map(({ coin, address }) => JSON.stringify([coin, address]))}::text[])
      with ordinality as given (item, place)
  `.execute(db)
}

export type StartedBatch = Pick<BatchRow, 'id' | 'total' | 'done'> & {
  readonly requestId: string | null
  readonly createdAt: Date
}

/** Returns a merchant's batches that count against the given key, newest first. */
export async function selectBatchesOfKey(
  db: KytDb,
  { merchant, keyId, limit }: { merchant: string; keyId: string; limit: number },
): Promise<StartedBatch[]> {
  return await db
    .selectFrom('kyt_batch')
    .select(['id', 'total', 'done', 'request_id as requestId', 'created_at as createdAt'])
    .where('merchant', '=', merchant)
    .where('key_id', '=', keyId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Returns all items of a batch in order. */
export async function selectItems(db: KytDb, id: string): Promise<FinishedItem[]> {
  const rows = await db
    .selectFrom('kyt_batch_item')
    .select(['item', 'result'])
    .where('batch_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ item, result }) => ({ ...parsed(item), result }))
}

/**
 * Claims the unfinished batches that have waited longest since their last turn, at most one per merchant. The
 * claim belongs to this node until it expires or is released.
 */
export async function claimBatches(
  db: KytDb,
  claim: { now: Date; until: Date; limit: number },
): Promise<BatchRow[]> {
  return await db
    .updateTable('kyt_batch')
    .set({ claimed_until: claim.until })
    .where(
      sql<boolean>`id in (
        select batch.id from kyt_batch as batch
        where batch.finished_at is null
          and (batch.claimed_until is null or batch.claimed_until <= ${claim.now})
          and not exists (
            select from kyt_batch as other
            where other.merchant = batch.merchant and other.finished_at is null
              and (other.claimed_until is null or other.claimed_until <= ${claim.now})
              and other.seq < batch.seq
          )
        order by batch.turn_at, batch.seq
        limit ${claim.limit}
        for update skip locked
      )`,
    )
    .returning(batchColumns)
    .execute()
}

export async function selectOpenItems(db: KytDb, { id }: BatchRow, limit: number): Promise<OpenItem[]> {
  const rows = await db
    .selectFrom('kyt_batch_item')
    .select(['position', 'item', 'tries'])
    .where('batch_id', '=', id)
    .where('result', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ item, ...rest }) => ({ ...parsed(item), ...rest }))
}

function parsed(item: string): BatchItem {
  const [coin, address] = JSON.parse(item) as [string, string]
  return { coin, address }
}

/** Writes results. An item that already has a result keeps it. Returns the number of new results. */
export async function writeResults(
  db: KytDb,
  { id }: BatchRow,
  results: readonly { readonly position: number; readonly result: string }[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update kyt_batch_item as item set result = given.result
    from unnest(${results.map(({ position }) => position)}::int[], ${results.map(({ result }) => result)}::text[])
      as given (position, result)
    where item.batch_id = ${id}::uuid and item.position = given.position and item.result is null
  `.execute(db)
  return Number(numAffectedRows)
}

export async function addTries(db: KytDb, { id }: BatchRow, positions: readonly number[]): Promise<void> {
  await db
    .updateTable('kyt_batch_item')
    .set({ tries: sql`tries + 1` })
    .where('batch_id', '=', id)
    .where('position', 'in', [...positions])
    .execute()
}

/**
 * Ends a batch's turn: adds the new results, finishes the batch after its last one and releases the claim, unless it
 * has expired and another node has claimed the batch.
 */
export async function endTurn(
  db: KytDb,
  { id }: BatchRow,
  turn: { added: number; at: Date; claimedUntil: Date },
): Promise<void> {
  await db
    .updateTable('kyt_batch')
    .set({
      done: sql`done + ${turn.added}`,
      turn_at: turn.at,
      claimed_until: sql`case when claimed_until <> ${turn.claimedUntil} then claimed_until end`,
      finished_at: sql`case when done + ${turn.added} >= total then ${turn.at}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute()
}

export async function releaseAllBatches(db: KytDb): Promise<void> {
  await db.updateTable('kyt_batch').set({ claimed_until: null }).where('finished_at', 'is', null).execute()
}

export async function deleteBatchesFinishedBefore(db: KytDb, before: Date): Promise<number> {
  const [deleted] = await db.deleteFrom('kyt_batch').where('finished_at', '<', before).execute()
  return Number(deleted?.numDeletedRows ?? 0n)
}
