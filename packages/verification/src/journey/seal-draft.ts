import type { VerificationContext, VerificationDb } from '../context.ts'
import { draftColumn } from '../sealed-columns.ts'
import type { Draft } from './draft.ts'
import type { JourneyState } from './journey-state.ts'
import { updateVerification } from './verification-store.ts'

/** Writes what is known now in place of what was known before; with nothing in it, it is gone. */
export function sealDraft(
  { vault, clock }: VerificationContext,
  { journey }: JourneyState,
  draft: Draft | undefined,
): (db: VerificationDb) => Promise<void> {
  const place = draftColumn.at(journey.id)
  const draft_sealed = draft === undefined ? null : vault.seal(JSON.stringify(draft), place)
  return (db) => updateVerification(db, journey.id, { draft_sealed }, new Date(clock.now()))
}
