import type { LedgerTransaction } from '../../ledger/ledger-store.ts'

/** A transfer of a transaction, seen from nobody's side. */
export type TransactionMovement = {
  readonly coin: number
  readonly time: number
  /** The transaction's reference. */
  readonly tx: string
  readonly position: number
  /** Both ends in hex; empty for what was minted or burnt. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** The transfers of a transaction, always in the same order; fees are none. */
export function transfersOf({ transfers, time, reference: tx }: LedgerTransaction): TransactionMovement[] {
  return transfers
    .filter(({ fee }) => !fee)
    .map(({ coin, position, from, to, amount }) => ({ coin, time, tx, position, from, to, amount }))
    .sort(
      (a, b) => a.coin - b.coin || a.position - b.position || compare(a.from, b.from) || compare(a.to, b.to),
    )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
