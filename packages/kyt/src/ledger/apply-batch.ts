import { journalOf, type KytContext } from '../context.ts'
import { applyFresh, type LastInserts, selectLastInserts } from './apply-store.ts'
import { dropFresh, prepareFresh, selectRanges } from './fresh-store.ts'
import {
  addCovered,
  type BatchRow,
  type BlockRange,
  bumpVersion,
  selectCovered,
  selectReadyBatches,
  updateBatchApplied,
  updateBatchReady,
} from './import-journal-store.ts'
import { withGateClosed } from './reading-gate.ts'
import { dropTouched, prepareTouched, retractBlocks } from './retract-store.ts'
import { forgetVersions } from './versions.ts'

/** Carries a batch from wherever it is to its end. The caller holds the ledger's lock. */
export async function applyBatch(context: KytContext, batch: BatchRow): Promise<void> {
  await finishReadyBatches(context)
  if (batch.state === 'staged') await finishBatch(context, await makeReady(context, batch), 'first')
}

/** Ends what was left half-way: only from a ledger that is whole can be told what is new. The caller holds the lock. */
export async function finishReadyBatches(context: KytContext): Promise<void> {
  for (const ready of await selectReadyBatches(journalOf(context))) {
    await finishBatch(context, ready, 'again')
  }
}

async function makeReady(context: KytContext, batch: BatchRow): Promise<BatchRow> {
  const { clickhouse } = context
  const journal = journalOf(context)
  if (batch.kind === 'retraction') {
    const { network, fromBlock } = batch.plan as { network: number; fromBlock: number }
    const fresh = await prepareTouched(clickhouse, { batchId: batch.id, network, fromBlock })
    await updateBatchReady(journal, batch.id, { fresh, plan: batch.plan })
    return { ...batch, state: 'ready' }
  }
  const rows = { importId: batch.importId, firstRow: batch.firstRow, lastRow: batch.lastRow }
  const found = await selectRanges(clickhouse, rows)
  const ranges = found.map(({ network, first, last }) => ({ network, first, last }))
  const covered = await selectCovered(journal, ranges)
  const written = found.some((range) => range.written > 0)
  const fresh = await prepareFresh(clickhouse, { id: batch.id, rows, covered, written })
  const plan = { ranges, before: await selectLastInserts(clickhouse) }
  await updateBatchReady(journal, batch.id, { fresh, plan })
  return { ...batch, state: 'ready', plan }
}

async function finishBatch(context: KytContext, batch: BatchRow, time: 'first' | 'again'): Promise<void> {
  const { clickhouse } = context
  if (batch.kind === 'retraction') {
    const { network, fromBlock } = batch.plan as { network: number; fromBlock: number }
    await withGateClosed(clickhouse, () =>
      retractBlocks(clickhouse, { batchId: batch.id, network, fromBlock }),
    )
  } else {
    const { before } = batch.plan as { before?: LastInserts }
    await applyFresh(clickhouse, batch.id, time === 'again' ? before : undefined)
  }
  await journalOf(context)
    .transaction()
    .execute(async (db) => {
      const { ranges } = batch.plan as { ranges?: BlockRange[] }
      for (const range of ranges ?? []) await addCovered(db, range)
      await updateBatchApplied(db, batch.id)
      await bumpVersion(db, 'ledger_version')
    })
  forgetVersions(context)
  if (batch.kind === 'retraction') await dropTouched(clickhouse, batch.id)
  else await dropFresh(clickhouse, batch.id)
}
