import type { Vault } from '@touchstone/common'
import type { KytContext } from '../context.ts'

/**
 * The dependencies of the watch and webhook functions, in addition to those of the other KYT functions.
 */
export type WatchContext = KytContext & {
  /** Seals the secrets that sign webhooks. */
  readonly vault: Vault
  /** Whether webhooks may be sent to this machine. True only outside production. */
  readonly loopbackReceivers: boolean
  /** Maximum number of watches per merchant. Tests reduce it. */
  readonly watchLimit?: number
}
