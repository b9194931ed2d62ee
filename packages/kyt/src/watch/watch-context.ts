import type { KytContext, KytEvents } from '../context.ts'

/** The dependencies of the watch functions, in addition to those of the other KYT functions. */
export type WatchContext = KytContext & {
  readonly events: KytEvents
  /** Whether webhooks may be sent to this machine. True only outside production. */
  readonly loopbackReceivers: boolean
  /** Maximum number of watches per merchant. Tests reduce it. */
  readonly watchLimit?: number
}
