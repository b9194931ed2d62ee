import type { Clock, Random, Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { KycTables } from './tables.ts'

/** The dependencies that are passed to every function of this engine. The engine has no singletons. */
export type KycContext = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  /**
   * True if the demo is off. The demo merchant can still be in the store and its key is public, so the
   * merchant must be rejected.
   */
  readonly refusesDemo?: boolean
  /**
   * Whether the operator's members must sign in with a passkey. With mailed codes, anyone who can read one of
   * their mailboxes would have access to all merchants.
   */
  readonly operatorsNeedPasskeys?: boolean
  /**
   * Called for a row that would grant rights but whose MAC is wrong, because the row was changed outside the
   * service.
   */
  readonly onForgedRow?: (row: { table: string; id: string }) => void
  /**
   * The newest entry that this process has seen in each chain of the audit log. If a chain later ends before
   * this entry, it was restored from a copy.
   */
  readonly auditHeads?: Map<number, { position: number; hash: Uint8Array }>
  /** Whether webhooks may be sent to this machine. True only outside production. */
  readonly loopbackReceivers?: boolean
  /** Maximum number of users in a bucket of the users list. Tests set a small number. */
  readonly bucketCapacity?: number
}

export const defaultBucketCapacity = 1000

/** The engine's tables, inside or outside a transaction. */
export type KycDb = Kysely<KycTables> | Transaction<KycTables>

export function tablesOf(context: KycContext): Kysely<KycTables> {
  return context.database.tables<KycTables>()
}
