import type { LedgerTransaction } from '../../ledger/ledger-store.ts'

/** A transfer in a transaction, independent of the perspective of the sender or the receiver. */
export type TransactionMovement = {
  readonly coin: number
  readonly time: number
  /** The transaction's reference. */
  readonly tx: string
  readonly position: number
  /** The sender and the receiver in hex. Empty for minted or burnt funds. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Returns a transaction's transfers in a fixed order, without fees. */
export function transfersOf({ transfers, time, reference: tx }: LedgerTransaction): TransactionMovement[] {
  return transfers
    .filter(({ fee }) => !fee)
    .map(({ coin, position, from, to, amount }) => ({ coin, time, tx, position, from, to, amount }))
    .sort(
      (a, b) => a.coin - b.coin || a.position - b.position || compare(a.from, b.from) || compare(a.to, b.to),
    )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
