import type { Vault } from '@touchstone/common'
import type { KytContext } from '../context.ts'

/**
 * The dependencies of functions for watches and webhooks, in addition to the dependencies of the other KYT
 * functions.
 */
export type WatchContext = KytContext & {
  /** Seals the secrets that sign webhooks. */
  readonly vault: Vault
  /** Whether webhooks may be sent to this machine. True only outside production. */
  readonly loopbackReceivers: boolean
  /** Maximum number of watches per merchant. Tests reduce it. */
  readonly watchLimit?: number
}
