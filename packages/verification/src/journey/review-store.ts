import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

export type ReviewKind = 'sanction' | 'faceprint' | 'rescreening' | 'document' | 'liveness' | 'identity'
/** The kinds of reviews for which pictures are stored with the person's consent. */
export const kindsWithPictures: readonly ReviewKind[] = ['document', 'liveness']

export type ReviewRow = {
  id: number
  journeyId: number
  attempt: number
  kind: ReviewKind
  detailSealed: Uint8Array | null
  openedAt: Date
  decidedAt: Date | null
  decision: 'clear' | 'confirm' | null
  decidedBy: string | null
  /**
   * Set if only the operator can decide the review: a merchant has confirmed the hit for its own programs, or
   * the review shows data from another merchant's program.
   */
  forOperator: boolean
  /** Set while the review is held because of a limit on open reviews. */
  heldAt: Date | null
}

const columns = [
  'review.id',
  'review.journey_id as journeyId',
  'review.attempt',
  'kind',
  'detail_sealed as detailSealed',
  'opened_at as openedAt',
  'decided_at as decidedAt',
  'decision',
  'decided_by as decidedBy',
  'for_operator as forOperator',
  'held_at as heldAt',
] as const

/** Returns the new review's number, or undefined if the attempt already has an open review of this kind. */
export async function insertReview(
  db: VerificationDb,
  review: { journeyId: number; attempt: number; kind: ReviewKind; detailSealed: Uint8Array; at: Date } & {
    forOperator?: boolean
    networkHash?: Uint8Array | null
    isHeld?: boolean
  },
): Promise<number | undefined> {
  const row = await db
    .insertInto('review')
    .values({
      journey_id: review.journeyId,
      attempt: review.attempt,
      kind: review.kind,
      detail_sealed: review.detailSealed,
      opened_at: review.at,
      for_operator: review.forOperator ?? false,
      network_hash: review.networkHash ?? null,
      held_at: review.isHeld ? review.at : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['journey_id', 'attempt', 'kind', 'for_operator'])
        .where('decided_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function selectOpenReview(
  db: VerificationDb,
  journeyId: number,
  attempt: number,
): Promise<ReviewRow | undefined> {
  return await db
    .selectFrom('review')
    .select(columns)
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .where('decided_at', 'is', null)
    .where('kind', '<>', 'rescreening')
    .orderBy('id')
    .executeTakeFirst()
}

export async function selectReview(
  db: VerificationDb,
  id: number,
  { onlyOf }: { onlyOf?: number | undefined } = {},
): Promise<ReviewRow | undefined> {
  return await reviewsOf(db, onlyOf).where('review.id', '=', id).executeTakeFirst()
}

/** The position of a review in the list: when it was opened or, for a decided review, when it was decided. */
export type ReviewPlace = { at: Date; id: number }

/**
 * Selects open reviews, oldest first, or decided reviews, newest first, starting after the given position.
 */
export async function selectReviews(
  db: VerificationDb,
  options: {
    open: boolean
    limit: number
    onlyOf?: number | undefined
    kind?: ReviewKind | undefined
    after?: ReviewPlace | undefined
  },
): Promise<ReviewRow[]> {
  const { open, limit, onlyOf, kind, after } = options
  let query = reviewsOf(db, onlyOf).limit(limit)
  if (kind) query = query.where('kind', '=', kind)
  if (open) {
    if (after) query = query.where(sql<boolean>`(opened_at, review.id) > (${after.at}, ${after.id})`)
    query = query.where('decided_at', 'is', null).orderBy('opened_at').orderBy('review.id')
  } else {
    if (after) query = query.where(sql<boolean>`(decided_at, review.id) < (${after.at}, ${after.id})`)
    query = query.where('decided_at', 'is not', null)
    query = query.orderBy('decided_at', 'desc').orderBy('review.id', 'desc')
  }
  return await query.execute()
}

/**
 * Selects all reviews that are not held. For a merchant, selects only reviews of the merchant's programs that are
 * not reserved for the operator.
 */
function reviewsOf(db: VerificationDb, merchantId: number | undefined) {
  const all = db.selectFrom('review').select(columns).where('held_at', 'is', null)
  if (merchantId === undefined) return all
  return (
    all
      .where('for_operator', '=', false)
      // Reviews of this kind compare people from different merchants.
      .where('kind', '<>', 'faceprint')
      .where('review.journey_id', 'in', (query) =>
        query
          .selectFrom('journey')
          .innerJoin('program', 'program.id', 'journey.program_id')
          .select('journey.id')
          .where('program.merchant_id', '=', merchantId),
      )
  )
}

/**
 * Records the decision on a review and deletes the review's detail, which is evidence. If several callers
 * call this concurrently, returns true for only one of them.
 */
export async function decideReviewRow(
  db: VerificationDb,
  decision: {
    id: number
    decision: 'clear' | 'confirm'
    by: string
    noteSealed: Uint8Array | null
    at: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({
      decision: decision.decision,
      decided_by: decision.by,
      decided_at: decision.at,
      note_sealed: decision.noteSealed,
      detail_sealed: null,
      network_hash: null,
    })
    .where('id', '=', decision.id)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Ends a review without a decision. If several callers call this concurrently, returns true for only one of
 * them.
 */
export async function closeReview(
  db: VerificationDb,
  review: { id: number; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({
      decided_by: review.by,
      decided_at: review.at,
      detail_sealed: null,
      network_hash: null,
      held_at: null,
    })
    .where('id', '=', review.id)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Selects open reviews that have pictures and were opened before the given time. */
export async function selectReviewsWithPicturesBefore(
  db: VerificationDb,
  options: { at: Date; limit: number },
): Promise<ReviewRow[]> {
  return await db
    .selectFrom('review')
    .select(columns)
    .where('kind', 'in', [...kindsWithPictures])
    .where('decided_at', 'is', null)
    .where('opened_at', '<', options.at)
    .orderBy('opened_at')
    .limit(options.limit)
    .execute()
}

/**
 * Counts open reviews and returns when the oldest one was opened. If journeys are given, counts only the
 * reviews of these journeys. Otherwise, leaves out reviews in test mode.
 */
export async function countOpenReviews(
  db: VerificationDb,
  journeyIds?: readonly number[],
): Promise<{ waiting: number; since: Date | null }> {
  const query = db
    .selectFrom('review')
    .select((of) => [of.fn.countAll<number>().as('waiting'), of.fn.min('opened_at').as('since')])
    .where('decided_at', 'is', null)
  const row = await (journeyIds === undefined
    ? query
        .where('held_at', 'is', null)
        .where('journey_id', 'not in', (all) =>
          all
            .selectFrom('journey')
            .innerJoin('program', 'program.id', 'journey.program_id')
            .select('journey.id')
            .where('program.test', '=', true),
        )
    : query.where('journey_id', 'in', [...journeyIds])
  ).executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), since: row.since }
}

export type ClearedPairRow = { list: string; entryId: string; entryHash: string }

export async function selectCleared(
  db: VerificationDb,
  pair: { merchantId: number; personId: number },
): Promise<ClearedPairRow[]> {
  return await db
    .selectFrom('cleared_pair')
    .select(['list', 'entry_id as entryId', 'entry_hash as entryHash'])
    .where('merchant_id', '=', pair.merchantId)
    .where('person_id', '=', pair.personId)
    .execute()
}

export async function insertCleared(
  db: VerificationDb,
  pair: ClearedPairRow & { merchantId: number; personId: number; at: Date },
): Promise<void> {
  await db
    .insertInto('cleared_pair')
    .values({
      merchant_id: pair.merchantId,
      person_id: pair.personId,
      list: pair.list,
      entry_id: pair.entryId,
      entry_hash: pair.entryHash,
      at: pair.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Closes a person's open reviews and, in all of the person's reviews, deletes everything except the
 * decisions.
 */
export async function anonymiseReviews(
  db: VerificationDb,
  journeyIds: readonly number[],
  at: Date,
): Promise<void> {
  if (journeyIds.length === 0) return
  const ids = [...journeyIds]
  await db
    .updateTable('review')
    .set({ detail_sealed: null, note_sealed: null, network_hash: null })
    .where('journey_id', 'in', ids)
    .execute()
  await db
    .updateTable('review')
    .set({ decided_at: at, decided_by: 'forgotten', held_at: null })
    .where('journey_id', 'in', ids)
    .where('decided_at', 'is', null)
    .execute()
}
