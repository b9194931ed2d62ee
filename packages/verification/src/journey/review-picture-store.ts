import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

/**
 * A record of access to pictures. The journal keeps these records after the pictures are deleted.
 */
export type PictureEvent = { reason: string; actor: string; operator?: string; at: Date }

export type PictureJournalRow = {
  event: 'kept' | 'shown' | 'deleted'
  pictures: number
  reason: string
  actor: string
  operator: string | null
  at: Date
}

export async function insertPictures(
  db: VerificationDb,
  reviewId: number,
  pictures: readonly { number: number; sealed: Uint8Array }[],
  event: PictureEvent,
): Promise<void> {
  for (const { number, sealed } of pictures)
    await db
      .insertInto('review_picture')
      .values({ review_id: reviewId, number, picture_sealed: sealed })
      .execute()
  await insertEvent(db, { reviewId, kind: 'kept', pictures: pictures.length, event })
}

/** Returns the pictures and records the access in the same transaction. */
export async function takePictures(
  db: VerificationDb,
  reviewId: number,
  event: PictureEvent,
): Promise<{ number: number; sealed: Uint8Array }[]> {
  const rows = await db
    .selectFrom('review_picture')
    .select(['number', 'picture_sealed as sealed'])
    .where('review_id', '=', reviewId)
    .orderBy('number')
    .execute()
  if (rows.length > 0) await insertEvent(db, { reviewId, kind: 'shown', pictures: rows.length, event })
  return rows
}

/**
 * Deletes pictures and records the deletion in a single statement, so that every deletion has exactly one
 * journal entry.
 */
export async function deletePictures(
  db: VerificationDb,
  of: { reviewId: number } | { journeyIds: readonly number[] },
  { reason, actor, operator, at }: PictureEvent,
): Promise<void> {
  const reviews =
    'reviewId' in of
      ? sql`${of.reviewId}`
      : sql`select id from review where journey_id in (${idsOf(of.journeyIds)})`
  await sql`
    with gone as (delete from review_picture where review_id in (${reviews}) returning review_id)
    insert into review_picture_journal (review_id, event, pictures, reason, actor, operator, at)
    select review_id, 'deleted', count(*), ${reason}::text, ${actor}::text, ${operator ?? null}::text, ${at}::timestamptz
    from gone group by review_id`.execute(db)
}

/** Selects the journal entries for a review's pictures, oldest first. */
export async function selectPictureJournal(
  db: VerificationDb,
  reviewId: number,
): Promise<PictureJournalRow[]> {
  return await db
    .selectFrom('review_picture_journal')
    .select(['event', 'pictures', 'reason', 'actor', 'operator', 'at'])
    .where('review_id', '=', reviewId)
    .orderBy('id')
    .execute()
}

/** Returns `null` for an empty list, because an empty `in ()` is not valid SQL. */
function idsOf(journeyIds: readonly number[]) {
  return journeyIds.length === 0 ? sql`null` : sql.join(journeyIds)
}

async function insertEvent(
  db: VerificationDb,
  row: { reviewId: number; kind: 'kept' | 'shown'; pictures: number; event: PictureEvent },
): Promise<void> {
  const { reason, actor, operator = null, at } = row.event
  await db
    .insertInto('review_picture_journal')
    .values({
      review_id: row.reviewId,
      event: row.kind,
      pictures: row.pictures,
      ...{ reason, actor, operator, at },
    })
    .execute()
}
