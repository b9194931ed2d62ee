import { journalOf, type LedgerContext } from '../context.ts'
import type { BlockRange } from './block-ranges.ts'
import { addCovered, selectImport, updateImport } from './import-journal-store.ts'

/** What is kept of an import beside its pieces, so that it can be ended without whoever asked for it. */
export type TransfersPlan = {
  /** Blocks that it has something of. */
  readonly ranges?: readonly BlockRange[]
}

/**
 * Puts the pieces of an import in that was decided. Wherever this was cut short, doing it again puts in what is left:
 * each piece goes in once. Returns how many transfers were new.
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
