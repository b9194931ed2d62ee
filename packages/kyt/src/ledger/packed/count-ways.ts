/** How many transactions something has: in all, those that received and those that sent. */
export type TransactionCounts = { txs: number; receivedTxs: number; spentTxs: number }

/** Ways in which a transaction moves something of an account. A fee is no way. */
export const received = 1
export const sent = 2

/** Counts a way of a transaction, once; `ways` are those in which it has moved something so far. */
export function countWay(
  counts: TransactionCounts & { ways: number },
  way: typeof received | typeof sent,
): void {
  if ((counts.ways & way) !== 0) return
  if (counts.ways === 0) counts.txs += 1
  if (way === received) counts.receivedTxs += 1
  else counts.spentTxs += 1
  counts.ways |= way
}
