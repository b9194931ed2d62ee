import { journalOf, type LedgerContext } from '../context.ts'
import type { LabelProgress } from '../ledger/ledger-store.ts'
import { updateImport } from './import-journal-store.ts'
import { upsertLabelSource } from './label-source-store.ts'

/** Makes an import's staged labels visible. Idempotent, so it can be repeated after a crash. */
export async function applyLabels(
  context: LedgerContext,
  importId: number,
  onProgress?: LabelProgress,
): Promise<{ labels: number; sources: number }> {
  const sources = await context.ledger.commitLabels(importId, onProgress)
  const importedAt = new Date(context.clock.now())
  await journalOf(context)
    .transaction()
    .execute(async (db) => {
      for (const { source, version, labels } of sources) {
        await upsertLabelSource(db, { name: source, version, labels, importedAt })
      }
      await updateImport(db, importId, { state: 'done', finishedAt: importedAt })
    })
  return { labels: sources.reduce((sum, source) => sum + source.labels, 0), sources: sources.length }
}
