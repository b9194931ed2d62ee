import { journalOf, type LedgerContext } from '../context.ts'
import { applyLabels } from './apply-labels.ts'
import { applyRetraction, type RetractionPlan } from './apply-retraction.ts'
import { applyTransfers } from './apply-transfers.ts'
import { abandonImport, claimStaging } from './claim-import.ts'
import { type ImportRow, selectImport, selectImportsIn } from './import-journal-store.ts'

/**
 * Completes imports in state 'applying' after a crash or a store outage, before any new change. Completing
 * them later could restore blocks that were retracted in the meantime. Skips imports that another process is
 * completing.
 */
export async function recoverImports(context: LedgerContext): Promise<void> {
  for (const { id } of await selectImportsIn(journalOf(context), 'applying')) {
    await whileNobodyElse(context, id, async (found) => {
      if (found.state === 'applying') await apply(context, found)
    })
  }
}

/**
 * Abandons imports that cannot be resumed because the program that supplied their transfers no longer exists.
 */
export async function abandonStaging(context: LedgerContext): Promise<void> {
  for (const { id, fingerprint } of await selectImportsIn(journalOf(context), 'staging')) {
    if (fingerprint !== '') continue
    await whileNobodyElse(context, id, async (found) => {
      if (found.state === 'staging') await abandonImport(context, id)
    })
  }
}

async function apply(context: LedgerContext, { id, kind, plan }: ImportRow): Promise<void> {
  if (kind === 'labels') await applyLabels(context, id)
  else if (kind === 'retraction') await applyRetraction(context, id, plan as RetractionPlan)
  else await applyTransfers(context, id)
}

async function whileNobodyElse(
  context: LedgerContext,
  importId: number,
  work: (found: ImportRow) => Promise<void>,
): Promise<void> {
  const release = await claimStaging(context, importId)
  if (release === undefined) return
  try {
    await work(await selectImport(journalOf(context), importId))
  } finally {
    await release()
  }
}
