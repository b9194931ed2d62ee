import { journalOf, type LedgerContext } from '../context.ts'
import { updateImport } from './import-journal-store.ts'

export type RetractionPlan = { readonly network: number; readonly fromBlock: number }

/** Applies a retraction in state 'applying'. Idempotent. */
export async function applyRetraction(
  context: LedgerContext,
  importId: number,
  plan: RetractionPlan,
): Promise<void> {
  await context.ledger.retract(plan)
  const finishedAt = new Date(context.clock.now())
  await updateImport(journalOf(context), importId, { state: 'done', finishedAt })
}
