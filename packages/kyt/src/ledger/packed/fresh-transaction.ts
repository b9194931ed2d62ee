import type { LedgerTransfer } from '../ledger-store.ts'

/** What a batch brings of one transaction that the ledger does not have. */
export type FreshTransaction = {
  readonly network: number
  readonly block: number
  readonly time: number
  /** The first half of its id, in hex. */
  readonly reference: string
  readonly fresh: readonly LedgerTransfer[]
  /** What the ledger has of it already. */
  readonly had: readonly LedgerTransfer[]
}
