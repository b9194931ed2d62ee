const minute = 60_000
const hour = 60 * minute

export const loginLimits = {
  /** How long a code is valid. */
  lifetimeMs: 10 * minute,
  tries: 5,
  /** Minimum time between two requests for a code. */
  resendAfterMs: 30_000,
  /** The period to which the following limits apply. */
  windowMs: hour,
  /**
   * Limit per email address and network. Pages and devices that are known for the email address are counted
   * separately.
   */
  perAddress: 5,
  /**
   * Limit per email address across all networks, to keep its mailbox from being flooded. Excludes known pages and
   * devices.
   */
  perAddressInAll: 20,
  /**
   * Limit per IP address. It is higher than the other limits, because many people in an office or on a mobile
   * network share an IP address.
   */
  perIp: 120,
  perSession: 10,
  /** How much time a wallet has to sign. */
  walletMs: 5 * minute,
} as const
