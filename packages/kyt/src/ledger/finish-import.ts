import { defaultBatchRows, journalOf, type KytContext } from '../context.ts'
import { applyBatch } from './apply-batch.ts'
import {
  type ImportRow,
  insertBatches,
  selectImport,
  selectImportsIn,
  selectOpenBatch,
  updateImport,
} from './import-journal-store.ts'
import { withLedgerLock } from './ledger-lock.ts'
import { dropStaging, lastStagedRow } from './staging-store.ts'

/** Everything is staged and checked: from here on the import needs neither its file nor whoever asked for it. */
export async function decideImport(
  context: KytContext,
  importId: number,
  counts: { rows: number; rejected: number },
): Promise<void> {
  const lastRow = await lastStagedRow(context.clickhouse, importId)
  const size = context.batchRows ?? defaultBatchRows
  await journalOf(context)
    .transaction()
    .execute(async (db) => {
      const batches = []
      for (let firstRow = 0; firstRow <= lastRow; firstRow += size) {
        const range = { firstRow, lastRow: firstRow + size - 1 }
        batches.push({ importId, kind: 'transfers' as const, state: 'staged' as const, ...range, plan: {} })
      }
      for (let index = 0; index < batches.length; index += 1000) {
        await insertBatches(db, batches.slice(index, index + 1000))
      }
      await updateImport(db, importId, { state: 'applying', rows: counts.rows, rejected: counts.rejected })
    })
}

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
  return await selectImport(journal, importId)
}

const working = new WeakMap<object, Set<number>>()

function workedAt(context: KytContext): Set<number> {
  const here = working.get(context.clickhouse) ?? new Set<number>()
  working.set(context.clickhouse, here)
  return here
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

/**
 * After a crash, or when the engine did not answer for a while: what was decided is carried out, with nobody having to
 * ask again, and before anything else is decided. Left for later it would bring back blocks that were taken back since.
 */
export async function recoverImports(context: KytContext): Promise<void> {
  for (const { id, kind } of await selectImportsIn(journalOf(context), 'applying')) {
    if (kind !== 'labels' && !workedAt(context).has(id)) await finishImport(context, id)
  }
}
