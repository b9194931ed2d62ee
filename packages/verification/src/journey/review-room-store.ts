import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

/** Serializes the transactions that open reviews, so that concurrent ones cannot exceed a limit. */
export async function lockReviewRoom(db: VerificationDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('touchstone/reviews'))`.execute(db)
}

/** Returns the keyed hash of the network from which the journey's page was last used. */
export async function selectNetworkOf(db: VerificationDb, journeyId: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('frame_session')
    .select('network_hash as networkHash')
    .where('journey_id', '=', journeyId)
    .where('network_hash', 'is not', null)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.networkHash ?? null
}

/**
 * Counts the open reviews of a person and of a network. Reviews that were opened because of a new list
 * version do not count, because the person did not cause them.
 */
export async function countReviewsOf(
  db: VerificationDb,
  of: { personId: number; merchantId: number; networkHash: Uint8Array | null },
): Promise<{ person: number; network: number; networkOfMerchant: number }> {
  const { rows } = await sql<{ person: number; network: number; networkOfMerchant: number }>`
    select
      count(*) filter (where journey.person_id = ${of.personId})::int as person,
      count(*) filter (where review.network_hash = ${of.networkHash}::bytea)::int as network,
      count(*) filter (
        where review.network_hash = ${of.networkHash}::bytea and program.merchant_id = ${of.merchantId}
      )::int as "networkOfMerchant"
    from review
    join journey on journey.id = review.journey_id
    join program on program.id = journey.program_id
    where review.decided_at is null and review.held_at is null and review.kind <> 'rescreening'`.execute(db)
  return rows[0] ?? { person: 0, network: 0, networkOfMerchant: 0 }
}

/** The person and the network whose limits a review counts towards. */
export type ReviewOwner = { personId: number; networkHash: Uint8Array | null }

export type HeldReview = { id: number; journeyId: number; personId: number; merchantId: number }

/** Selects held reviews, the oldest first. With `beside`, selects only those of the same person or network. */
export async function selectHeldReviews(
  db: VerificationDb,
  { after, limit, beside }: { after: number; limit: number; beside?: ReviewOwner },
): Promise<HeldReview[]> {
  let query = db
    .selectFrom('review')
    .innerJoin('journey', 'journey.id', 'review.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select([
      'review.id as id',
      'journey.id as journeyId',
      'journey.person_id as personId',
      'program.merchant_id as merchantId',
    ])
    .where('review.held_at', 'is not', null)
    .where('review.decided_at', 'is', null)
    .where('review.id', '>', after)
  if (beside) {
    const { personId, networkHash } = beside
    query = query.where((eb) =>
      eb.or([
        eb('journey.person_id', '=', personId),
        ...(networkHash ? [eb('review.network_hash', '=', networkHash)] : []),
      ]),
    )
  }
  return await query.orderBy('review.id').limit(limit).execute()
}

export async function selectOwnerOf(db: VerificationDb, reviewId: number): Promise<ReviewOwner> {
  return await db
    .selectFrom('review')
    .innerJoin('journey', 'journey.id', 'review.journey_id')
    .select(['journey.person_id as personId', 'review.network_hash as networkHash'])
    .where('review.id', '=', reviewId)
    .executeTakeFirstOrThrow()
}

/** Opens a held review. Its network is the one from which the person last used the page. */
export async function updateHeldToOpen(
  db: VerificationDb,
  { id, networkHash, at }: { id: number; networkHash: Uint8Array | null; at: Date },
): Promise<void> {
  await db
    .updateTable('review')
    .set({ held_at: null, opened_at: at, network_hash: networkHash })
    .where('id', '=', id)
    .where('held_at', 'is not', null)
    .where('decided_at', 'is', null)
    .execute()
}
