import { defaultBatchRows, journalOf, type KytContext } from '../context.ts'
import { applyBatch } from './apply-batch.ts'
import {
  type ImportRow,
  insertBatches,
  selectImport,
  selectOpenBatch,
  updateImport,
} from './import-journal-store.ts'
import { withLedgerLock } from './ledger-lock.ts'
import { dropStaging, lastRowOfBlock, lastStagedRow } from './staging-store.ts'
import { tidyLedger } from './tidy-store.ts'
import { workedAt } from './worked-at.ts'

/** Everything is staged and checked: from here on the import needs neither its file nor whoever asked for it. */
export async function decideImport(
  context: KytContext,
  importId: number,
  counts: { rows: number; rejected: number },
): Promise<void> {
  const ends = await batchEnds(context, importId)
  await journalOf(context)
    .transaction()
    .execute(async (db) => {
      const batches = ends.map((lastRow, index) => ({
        importId,
        kind: 'transfers' as const,
        state: 'staged' as const,
        firstRow: (ends[index - 1] ?? 0) + 1,
        lastRow,
        plan: {},
      }))
      for (let index = 0; index < batches.length; index += 1000) {
        await insertBatches(db, batches.slice(index, index + 1000))
      }
      await updateImport(db, importId, { state: 'applying', rows: counts.rows, rejected: counts.rejected })
    })
}

/**
 * The last row of each batch: of about the same size, and each with its last block, where the rows come in the order of
 * blocks. Otherwise the next batch would have to look for every row of that block in the ledger.
 */
async function batchEnds(context: KytContext, importId: number): Promise<number[]> {
  const lastRow = await lastStagedRow(context.clickhouse, importId)
  const size = context.batchRows ?? defaultBatchRows
  const count = Math.max(1, Math.round(lastRow / size))
  const ends: number[] = []
  for (let batch = 1; batch < count; batch += 1) {
    const wanted = Math.ceil((lastRow / count) * batch)
    const end = await lastRowOfBlock(context.clickhouse, {
      importId,
      row: wanted,
      within: Math.ceil(size / 5),
    })
    if (end > (ends.at(-1) ?? 0) && end < lastRow) ends.push(end)
  }
  return lastRow === 0 ? [] : [...ends, lastRow]
}

/** After so many new rows it pays to tidy up at once, rather than when its time comes. */
const manyRows = 100_000

/** Puts the batches of an import in, one after the other; other imports may take their turns in between. */
export async function finishImport(
  context: KytContext,
  importId: number,
  onBatch: (lastRow: number) => void = () => {},
): Promise<ImportRow> {
  const journal = journalOf(context)
  const here = workedAt(context)
  here.add(importId)
  try {
    await applyAll(context, importId, onBatch)
  } finally {
    here.delete(importId)
  }
  await dropStaging(context.clickhouse, importId)
  await updateImport(journal, importId, { state: 'done', finishedAt: new Date(context.clock.now()) })
  const done = await selectImport(journal, importId)
  if (done.fresh >= manyRows) await tidyLedger(context.clickhouse)
  return done
}

async function applyAll(context: KytContext, importId: number, onBatch: (lastRow: number) => void) {
  const journal = journalOf(context)
  for (;;) {
    const applied = await withLedgerLock(context, async () => {
      const batch = await selectOpenBatch(journal, importId)
      if (batch !== undefined) await applyBatch(context, batch)
      return batch
    })
    if (applied === undefined) return
    onBatch(applied.lastRow)
  }
}
