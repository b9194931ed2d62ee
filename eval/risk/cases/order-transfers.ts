import type { Transfer } from '@touchstone/kyt'

/**
 * In the order in which they happened, with positions counted from 0 within each transaction. The records of one
 * transaction stand in any order: money is taken to arrive before it is passed on, as it must on a chain.
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

/** Again and again the first whose sender waits for nothing else; in a circle simply the first. */
function feedFirst(together: readonly Transfer[]): Transfer[] {
  const waiting = [...together]
  const ordered: Transfer[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex((one) => !waiting.some((other) => other !== one && other.to === one.from))
    ordered.push(...waiting.splice(Math.max(free, 0), 1))
  }
  return ordered
}
