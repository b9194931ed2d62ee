import type { Transfer } from '@touchstone/kyt'

/**
 * Sorts transfers by time and numbers them from 0 within each transaction. The records do not specify an
 * order within a transaction, so funds are assumed to arrive before they are sent on, as on a chain.
 */
export function orderTransfers(transfers: readonly Transfer[]): Transfer[] {
  const transactions = new Map<string, Transfer[]>()
  for (const transfer of transfers) {
    const together = transactions.get(transfer.tx)
    if (together === undefined) transactions.set(transfer.tx, [transfer])
    else together.push(transfer)
  }
  return [...transactions.values()]
    .flatMap((together) => feedFirst(together).map((transfer, position) => ({ ...transfer, position })))
    .sort((a, b) => a.time - b.time || a.block - b.block)
}

/**
 * Repeatedly takes the first transfer whose sender is not waiting for another transfer. In a cycle, takes the
 * first remaining transfer.
 */
function feedFirst(together: readonly Transfer[]): Transfer[] {
  const waiting = [...together]
  const ordered: Transfer[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex((one) => !waiting.some((other) => other !== one && other.to === one.from))
    ordered.push(...waiting.splice(Math.max(free, 0), 1))
  }
  return ordered
}
