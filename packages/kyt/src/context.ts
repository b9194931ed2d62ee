import type { Clock, Random } from '@touchstone/common'
import type { ClickHouse, Database } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { RiskPolicy } from './risk/policy/risk-policy.ts'
import type { KytTables } from './tables.ts'

/** What every function of this engine is handed: no singletons. */
export type KytContext = {
  /** The journal of imports and the versions. */
  readonly database: Database
  /** The ledger, the labels and the prices. */
  readonly clickhouse: ClickHouse
  readonly clock: Clock
  readonly random: Random
  /** The policy of everybody; the one that comes with the service where none is set. */
  readonly riskPolicy?: RiskPolicy
  /** Transfers that are put in at once; tests make it small. */
  readonly batchRows?: number
}

export const defaultBatchRows = 250_000

/** The journal's tables, inside a transaction or outside one. */
export type KytDb = Kysely<KytTables> | Transaction<KytTables>

export function journalOf(context: Pick<KytContext, 'database'>): Kysely<KytTables> {
  return context.database.tables<KytTables>()
}
