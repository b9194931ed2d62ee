import { journalOf, type KytContext } from '../context.ts'
import { finishReadyBatches } from '../ledger/apply-batch.ts'
import { bumpVersion, selectImport, updateImport } from '../ledger/import-journal-store.ts'
import type { ImportProgress } from '../ledger/import-progress.ts'
import { withLedgerLock } from '../ledger/ledger-lock.ts'
import { forgetVersions } from '../ledger/versions.ts'
import { workedAt } from '../ledger/worked-at.ts'
import {
  dropStagedLabels,
  gatherEdges,
  insertKnown,
  prepareNewlyKnown,
  replaceLabels,
  selectStagedSources,
  takeBackLabels,
} from './label-import-store.ts'
import { upsertLabelSource } from './label-source-store.ts'

const addressesAtOnce = 20_000

/** Everything lies aside and is checked: puts it in. After a crash all of it is taken out again first. */
export async function finishLabels(
  context: KytContext,
  importId: number,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<{ labels: number; sources: number }> {
  const here = workedAt(context)
  here.add(importId)
  try {
    return await withLedgerLock(context, () => putIn(context, importId, onProgress))
  } finally {
    here.delete(importId)
  }
}

async function putIn(
  context: KytContext,
  importId: number,
  onProgress: (progress: ImportProgress) => void,
): Promise<{ labels: number; sources: number }> {
  const { clickhouse } = context
  const journal = journalOf(context)
  // Edges are gathered from the ledger: a batch that is half in it would be counted now and again when it ends.
  await finishReadyBatches(context)
  const sources = await selectStagedSources(clickhouse, importId)
  const { plan } = await selectImport(journal, importId)
  const begun = (plan as { newlyKnown?: number }).newlyKnown
  // Who becomes known is decided once: looked at again after a crash, it could come out otherwise.
  const total = begun ?? (await prepareNewlyKnown(clickhouse, importId))
  if (begun === undefined) await updateImport(journal, importId, { plan: { newlyKnown: total } })
  else await takeBackLabels(clickhouse, importId)

  for (let after = 0; after < total; after += addressesAtOnce) {
    const upTo = Math.min(total, after + addressesAtOnce)
    await gatherEdges(clickhouse, { importId, after, upTo })
    onProgress({ phase: 'writing', done: upTo, total })
  }
  await insertKnown(clickhouse, importId)
  await replaceLabels(
    clickhouse,
    importId,
    sources.map((source) => source.source),
  )
  const importedAt = new Date(context.clock.now())
  await journal.transaction().execute(async (db) => {
    for (const { source, version, labels } of sources) {
      await upsertLabelSource(db, { name: source, version, labels, importedAt })
    }
    await updateImport(db, importId, { state: 'done', finishedAt: importedAt })
    await bumpVersion(db, 'label_version')
  })
  forgetVersions(context)
  await dropStagedLabels(clickhouse, importId)
  return { labels: sources.reduce((sum, source) => sum + source.labels, 0), sources: sources.length }
}
