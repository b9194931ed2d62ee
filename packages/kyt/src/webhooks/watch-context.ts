import type { Vault } from '@touchstone/common'
import type { KytContext } from '../context.ts'

/** What watching an address needs besides the ledger. */
export type WatchContext = KytContext & {
  /** Seals the secrets that webhooks are signed with. */
  readonly vault: Vault
  /** Whether a receiver may be on this machine: outside production alone. */
  readonly loopbackReceivers: boolean
  /** Watches of one merchant at most; tests make it small. */
  readonly mostWatches?: number
}
