import type { Clock, Random } from '@touchstone/common'
import type { RiskPolicy } from '@touchstone/contract'
import type { Database } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { FetchLimits } from './limits/fetch-limits.ts'
import type { RiskLimits } from './limits/risk-limits.ts'
import type { KytTables } from './tables.ts'

/** The dependencies of functions that change a ledger. */
export type LedgerContext = {
  /** The database with the import journal, the watch list and the policies. */
  readonly database: Database
  /** The store of transfers, labels and prices. */
  readonly ledger: LedgerStore
  readonly clock: Clock
}

/**
 * The dependencies of every function in this package. They are passed explicitly instead of being kept in
 * singletons.
 */
export type KytContext = LedgerContext & {
  readonly random: Random
  /** The policy for merchants without an override. Defaults to the built-in policy. */
  readonly riskPolicy?: RiskPolicy
  /** Limits for merchants' risk scores. If not set, the scores are not limited. */
  readonly riskLimits?: RiskLimits
  /** Limits for fetching histories from sources. Defaults to `defaultFetchLimits`. */
  readonly fetchLimits?: FetchLimits
}

/** The database with the journal's tables, queried inside or outside a transaction. */
export type KytDb = Kysely<KytTables> | Transaction<KytTables>

export function journalOf(context: Pick<KytContext, 'database'>): Kysely<KytTables> {
  return context.database.tables<KytTables>()
}
