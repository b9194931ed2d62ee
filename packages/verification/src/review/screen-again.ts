import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertReview, selectCleared } from '../journey/review-store.ts'
import { identityAt, openIdentity } from '../people/identity.ts'
import { selectIdentified, selectShared } from '../people/person-journeys-store.ts'
import { reviewDetailColumn } from '../sealed-columns.ts'
import { markScreened, screenIdentity, versionsOf } from '../steps/screening.ts'

const batch = 200

/**
 * Screens everyone who has not yet been screened against the current lists. Opens reviews only for new hits:
 * a match between a person and a listed party that was cleared for a merchant stays cleared until the list
 * entry changes. An interrupted run can be repeated.
 */
export async function screenAgain(
  context: VerificationContext,
): Promise<{ screened: number; found: number }> {
  const db = journeyTablesOf(context)
  const screening = await context.checkers.screening()
  await screening.refresh()
  const against = versionsOf({ screenedAgainst: screening.versions() })
  let [screened, found, after] = [0, 0, 0]
  if (against === '') return { screened, found }
  for (;;) {
    const people = await selectIdentified(db, { after, limit: batch, against })
    for (const { personId, identitySealed } of people) {
      const stored = openIdentity(context, personId, identitySealed)
      const shared = await selectShared(db, personId)
      // Open one review per merchant, even if the person uses several of the merchant's programs.
      const ofMerchants = new Map(shared.map((each) => [each.merchantId, each]))
      for (const { journeyId, attempt, merchantId } of ofMerchants.values()) {
        const identity = identityAt(stored, merchantId)
        if (!identity) continue
        const cleared = await selectCleared(db, { merchantId, personId })
        const { hits, policy } = await screenIdentity(context, identity, cleared)
        if (hits.length === 0) continue
        const at = new Date(context.clock.now())
        const detailSealed = context.vault.seal(
          JSON.stringify({ identity, hits, policy, against }),
          reviewDetailColumn.at(journeyId, attempt, 'rescreening'),
        )
        const opened = await insertReview(db, { journeyId, attempt, kind: 'rescreening', detailSealed, at })
        if (opened !== undefined) found += 1
      }
      await markScreened(context, personId, against)(db)
      screened += 1
      after = personId
    }
    if (people.length < batch) return { screened, found }
  }
}
