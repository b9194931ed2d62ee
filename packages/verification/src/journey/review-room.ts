import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import type { JourneyState } from './journey-state.ts'
import {
  countReviewsOf,
  type HeldReview,
  lockReviewRoom,
  type ReviewOwner,
  selectHeldReviews,
  selectNetworkOf,
  updateHeldToOpen,
} from './review-room-store.ts'

/** Whose limit on open reviews has been reached. */
export type FullFor = 'person' | 'network'

type Owner = Pick<HeldReview, 'journeyId' | 'personId' | 'merchantId'>

/** Returns whose limit another review of this journey would exceed, along with the journey's network. */
export async function reviewRoom(
  { reviewLimits }: Pick<VerificationContext, 'reviewLimits'>,
  db: VerificationDb,
  { journeyId, personId, merchantId }: Owner,
): Promise<{ full: FullFor | undefined; networkHash: Uint8Array | null }> {
  const networkHash = await selectNetworkOf(db, journeyId)
  const open = await countReviewsOf(db, { personId, merchantId, networkHash })
  const isNetworkFull =
    open.network >= reviewLimits.ofNetwork || open.networkOfMerchant >= reviewLimits.ofNetworkAndMerchant
  const full = open.person >= reviewLimits.ofPerson ? 'person' : isNetworkFull ? 'network' : undefined
  return { full, networkHash }
}

/** Returns whose limit currently prevents the journey from opening a review. */
export async function fullFor(
  context: VerificationContext,
  { journey, program }: Pick<JourneyState, 'journey' | 'program'>,
): Promise<FullFor | undefined> {
  const owner = { journeyId: journey.id, personId: journey.personId, merchantId: program.merchantId }
  return (await reviewRoom(context, journeyTablesOf(context), owner)).full
}

/** Opens a held review, or returns whose limit still prevents it from being opened. */
export async function openHeldReview(
  context: VerificationContext,
  { id, ...owner }: HeldReview,
): Promise<FullFor | undefined> {
  return await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockReviewRoom(db)
      const { full, networkHash } = await reviewRoom(context, db, owner)
      const at = new Date(context.clock.now())
      if (!full) await updateHeldToOpen(db, { id, networkHash, at })
      return full
    })
}

const batch = 50

/**
 * Opens the held reviews that are no longer blocked by a limit. With `beside`, considers only those of the
 * same person or network.
 */
export async function openHeldReviews(context: VerificationContext, beside?: ReviewOwner): Promise<void> {
  const db = journeyTablesOf(context)
  for (let after = 0; ; ) {
    const held = await selectHeldReviews(db, { after, limit: batch, ...(beside && { beside }) })
    for (const review of held) await openHeldReview(context, review)
    const last = held.at(-1)
    if (beside || !last || held.length < batch) return
    after = last.id
  }
}
