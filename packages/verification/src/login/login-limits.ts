const minute = 60_000
const hour = 60 * minute

export const loginLimits = {
  /** How long a code is valid. */
  lifetimeMs: 10 * minute,
  tries: 5,
  /** Time before another code can be requested. */
  resendAfterMs: 30_000,
  /** The period of the following limits. */
  windowMs: hour,
  /** Per address and network. A known page or device has its own count. */
  perAddress: 5,
  /** Per address in total, so that nobody's mailbox is flooded. Known pages and devices do not count. */
  perAddressInAll: 20,
  /** Per IP address. Offices and mobile networks share one address among many people. */
  perIp: 120,
  perSession: 10,
  /** How long a wallet can take to sign. */
  walletMs: 5 * minute,
} as const
