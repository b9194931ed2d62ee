import type { VerificationContext, VerificationDb } from '../context.ts'
import { draftColumn } from '../sealed-columns.ts'
import type { Draft } from './draft.ts'
import type { JourneyState } from './journey-state.ts'
import { updateVerification } from './verification-store.ts'

/** Replaces the stored draft. Deletes it if the new one is empty. */
export function sealDraft(
  { vault, clock }: VerificationContext,
  { journey }: JourneyState,
  draft: Draft | undefined,
): (db: VerificationDb) => Promise<void> {
  const place = draftColumn.at(journey.id)
  const draft_sealed = draft === undefined ? null : vault.seal(JSON.stringify(draft), place)
  return (db) => updateVerification(db, journey.id, { draft_sealed }, new Date(clock.now()))
}
