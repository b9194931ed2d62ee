import type { Transfer } from '../imports/transfer.ts'
import { createTransferConverter } from '../imports/transfer-converter.ts'
import type { SourceTransaction } from '../ledger/ledger-store.ts'
import { unplacedPosition } from '../ledger/unplaced.ts'
import type { HistoryTransfer } from '../sources/histories/history-source.ts'

/**
 * Converts a page of a history to the form in which the ledger stores it. Groups the transfers by
 * transaction, and numbers those without a position within their transaction.
 */
export function createHistoryConverter(): (transfers: readonly HistoryTransfer[]) => SourceTransaction[] {
  const convert = createTransferConverter()
  return (transfers) => {
    const byTx = new Map<string, Transfer[]>()
    for (const transfer of transfers) {
      const together = byTx.get(transfer.tx) ?? []
      if (together.length === 0) byTx.set(transfer.tx, together)
      together.push({ ...transfer, position: transfer.position ?? unplacedPosition(together.length) })
    }
    return convert([...byTx.values()].flat())
  }
}
