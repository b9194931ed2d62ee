import type { VerificationDb } from '../context.ts'

export type OpinionRow = {
  reviewId: number
  number: number
  decision: 'clear' | 'confirm'
  by: string
  saidSealed: Uint8Array | null
  at: Date
  endedAt: Date | null
  ended: 'withdrawn' | 'disagreed' | null
}

/** Locks a review until the transaction ends, so that concurrent opinions are processed one after another. */
export async function lockReview(db: VerificationDb, reviewId: number): Promise<void> {
  await db.selectFrom('review').select('id').where('id', '=', reviewId).forUpdate().executeTakeFirst()
}

/** Selects all opinions on these reviews, oldest first, including those that no longer count. */
export async function selectOpinions(
  db: VerificationDb,
  reviewIds: readonly number[],
): Promise<OpinionRow[]> {
  if (reviewIds.length === 0) return []
  return await db
    .selectFrom('review_opinion')
    .select([
      'review_id as reviewId',
      'number',
      'decision',
      'by_member as by',
      'said_sealed as saidSealed',
      'at',
      'ended_at as endedAt',
      'ended',
    ])
    .where('review_id', 'in', [...reviewIds])
    .orderBy('review_id')
    .orderBy('number')
    .execute()
}

export async function insertOpinion(
  db: VerificationDb,
  opinion: Pick<OpinionRow, 'reviewId' | 'number' | 'decision' | 'by' | 'at'> & { saidSealed: Uint8Array },
): Promise<void> {
  await db
    .insertInto('review_opinion')
    .values({
      review_id: opinion.reviewId,
      number: opinion.number,
      decision: opinion.decision,
      by_member: opinion.by,
      said_sealed: opinion.saidSealed,
      at: opinion.at,
    })
    .execute()
}

/** Marks the current opinions on a review as ended. */
export async function endOpinions(
  db: VerificationDb,
  { reviewId, ended, at }: { reviewId: number; ended: 'withdrawn' | 'disagreed'; at: Date },
): Promise<void> {
  await db
    .updateTable('review_opinion')
    .set({ ended_at: at, ended })
    .where('review_id', '=', reviewId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Keeps the record that an opinion was given but deletes its text, which could name the person. */
export async function anonymiseOpinions(db: VerificationDb, journeyIds: readonly number[]): Promise<void> {
  if (journeyIds.length === 0) return
  await db
    .updateTable('review_opinion')
    .set({ said_sealed: null })
    .where('review_id', 'in', (query) =>
      query
        .selectFrom('review')
        .select('id')
        .where('journey_id', 'in', [...journeyIds]),
    )
    .execute()
}
