import type { Clock, Random } from '@touchstone/common'
import type { RiskPolicy } from '@touchstone/contract'
import type { Database } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { KytTables } from './tables.ts'

/** What a change of the ledger needs: the journal of imports, and the ledger itself. */
export type LedgerContext = {
  /** The journal of imports, the watch list and the policies. */
  readonly database: Database
  /** The transfers, the labels and the prices. */
  readonly ledger: LedgerStore
  readonly clock: Clock
}

/** What every function of this engine is handed: no singletons. */
export type KytContext = LedgerContext & {
  readonly random: Random
  /** The policy of everybody; the one that comes with the service where none is set. */
  readonly riskPolicy?: RiskPolicy
}

/** The journal's tables, inside a transaction or outside one. */
export type KytDb = Kysely<KytTables> | Transaction<KytTables>

export function journalOf(context: Pick<KytContext, 'database'>): Kysely<KytTables> {
  return context.database.tables<KytTables>()
}
