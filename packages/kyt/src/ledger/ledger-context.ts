import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { LedgerStore } from './ledger-store.ts'

/** What a change of the ledger needs: the journal of imports, and the ledger itself. */
export type LedgerContext = {
  readonly database: Database
  readonly ledger: LedgerStore
  readonly clock: Clock
}
