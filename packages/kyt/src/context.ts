import type { Clock, Random } from '@touchstone/common'
import type { KytEventBody, RiskPolicy } from '@touchstone/contract'
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

/** An event that a change in this package causes. */
export type KytEvent = KytEventBody & {
  readonly merchant: string
  /** Events with the same subject are delivered in order. For example: `watch:5`. */
  readonly subject: string
  readonly at: Date
  /** Replaces the URL of the merchant's default endpoint. */
  readonly url?: string | null
}

/** The merchants' event streams. They belong to another package, so the process passes these functions in. */
export type KytEvents = {
  /** Records an event in the caller's transaction. The event exists if and only if the change exists. */
  record(db: KytDb, event: KytEvent): Promise<void>
  /** Sets the URL of the subject's events that are still to be sent to the default endpoint. */
  redirect(db: KytDb, of: { merchant: string; subject: string }, url: string | null): Promise<void>
  /** Returns whether the merchant has a secret to sign webhooks with. */
  canSign(merchant: string): Promise<boolean>
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
  /** If not set, no events are recorded. */
  readonly events?: KytEvents
}

/** The database with the journal's tables, queried inside or outside a transaction. */
export type KytDb = Kysely<KytTables> | Transaction<KytTables>

export function journalOf(context: Pick<KytContext, 'database'>): Kysely<KytTables> {
  return context.database.tables<KytTables>()
}
