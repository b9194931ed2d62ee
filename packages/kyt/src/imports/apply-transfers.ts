import { journalOf, type LedgerContext } from '../context.ts'
import type { BlockRange, CoveredRange, Extent } from '../ledger/covered-range.ts'
import { type ImportRow, selectImport, updateImport } from './import-journal-store.ts'

/** The data that the journal stores for an import, so that any node can complete the import. */
export type TransfersPlan = {
  /** The block ranges that the import covers. */
  readonly ranges?: readonly BlockRange[]
  readonly extent?: Extent
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
  const found = await selectImport(journalOf(context), importId)
  const covered = coveredBy(found, Math.floor(context.clock.now() / 1000))
  const isIn = await ledger.commitWhole(importId, {
    covered,
    onDone: (share) => onPiece(Math.round(pieces.length * (1 - share))),
  })
  if (!isIn) {
    for (const [index, seq] of pieces.entries()) {
      const left = pieces.length - index - 1
      await ledger.commit({ importId, seq }, left === 0 ? covered : [])
      onPiece(left)
    }
  }
  const fresh = await ledger.freshOf(importId)
  const finishedAt = new Date(context.clock.now())
  await updateImport(journalOf(context), importId, { state: 'done', fresh, finishedAt })
  await ledger.dropStaged(importId)
  return fresh
}

/**
 * Returns the ranges that the ledger contains after an import. Omits ranges without times, which an earlier
 * version recorded.
 */
function coveredBy({ kind, plan }: ImportRow, readAt: number): CoveredRange[] {
  const { ranges = [], extent = 'transfers' } = plan as TransfersPlan
  // For some sources, the kind includes the network.
  const [source = kind] = kind.split(' ')
  return ranges
    .filter(({ firstTime }) => firstTime !== undefined)
    .map((range) => ({ ...range, source, extent, readAt }))
}
