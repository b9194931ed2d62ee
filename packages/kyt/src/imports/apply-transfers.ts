import { journalOf, type LedgerContext } from '../context.ts'
import type { BlockRange } from './block-ranges.ts'
import { addCovered, selectImport, updateImport } from './import-journal-store.ts'

/** The data that the journal stores for an import, so that any node can complete the import. */
export type TransfersPlan = {
  /** The block ranges that the import covers. */
  readonly ranges?: readonly BlockRange[]
}

/**
 * Commits the pieces of an import in state 'applying'. The function can be called again after an
 * interruption, because each piece is committed only once. Returns the number of new transfers.
 */
export async function applyTransfers(
  context: LedgerContext,
  importId: number,
  onPiece: (piecesLeft: number) => void = () => {},
): Promise<number> {
  const { ledger } = context
  const pieces = await ledger.staged(importId)
  const isIn = await ledger.commitWhole(importId, (share) => onPiece(Math.round(pieces.length * (1 - share))))
  if (!isIn) {
    for (const [index, seq] of pieces.entries()) {
      await ledger.commit({ importId, seq })
      onPiece(pieces.length - index - 1)
    }
  }
  const fresh = await ledger.freshOf(importId)
  const { ranges = [] } = (await selectImport(journalOf(context), importId)).plan as TransfersPlan
  await journalOf(context)
    .transaction()
    .execute(async (db) => {
      for (const range of ranges) await addCovered(db, range)
      await updateImport(db, importId, { state: 'done', fresh, finishedAt: new Date(context.clock.now()) })
    })
  await ledger.dropStaged(importId)
  return fresh
}
