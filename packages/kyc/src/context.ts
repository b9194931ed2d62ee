import type { Clock, Random, Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { KycTables } from './tables.ts'

/** What every function of this engine is handed: no singletons. */
export type KycContext = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  /** The demo is off: its merchant may still be in the store, and its key is known to everybody. */
  readonly refusesDemo?: boolean
  /** Users in a bucket of the users list before the next one is opened; tests make it small. */
  readonly bucketCapacity?: number
}

export const defaultBucketCapacity = 1000

/** The tables, inside a transaction or outside one. */
export type KycDb = Kysely<KycTables> | Transaction<KycTables>

export function tablesOf(context: KycContext): Kysely<KycTables> {
  return context.database.tables<KycTables>()
}
