import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { LedgerStore } from '../ledger/ledger-store.ts'

/** What a change of the ledger needs: the journal of imports, and the ledger itself. */
export type LedgerContext = {
  /** The journal of imports, the watch list and the policies. */
  readonly database: Database
  /** The transfers, the labels and the prices. */
  readonly ledger: LedgerStore
  readonly clock: Clock
}
