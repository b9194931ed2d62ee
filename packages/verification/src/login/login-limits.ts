const minute = 60_000
const hour = 60 * minute

export const loginLimits = {
  /** Time for which a code is valid. */
  lifetimeMs: 10 * minute,
  tries: 5,
  /** Time before another code can be requested. */
  resendAfterMs: 30_000,
  /** The period of the following limits. */
  windowMs: hour,
  /** Per address and network. Known pages and devices have separate counts. */
  perAddress: 5,
  /** Total per address, to keep a mailbox from being flooded. Excludes known pages and devices. */
  perAddressInAll: 20,
  /** Per IP address. Offices and mobile networks share an address among many people. */
  perIp: 120,
  perSession: 10,
  /** Time that a wallet has to sign. */
  walletMs: 5 * minute,
} as const
