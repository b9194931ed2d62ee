import type { Random } from '@touchstone/common'
import type { Kysely, Transaction } from 'kysely'
import type { LedgerContext } from './imports/ledger-context.ts'
import type { RiskPolicy } from './policy/risk-policy.ts'
import type { KytTables } from './tables.ts'

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
