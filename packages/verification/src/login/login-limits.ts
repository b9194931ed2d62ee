const minute = 60_000
const hour = 60 * minute

export const loginLimits = {
  /** How long a code can be used. */
  lifetimeMs: 10 * minute,
  tries: 5,
  /** Before another code can be asked for. */
  resendAfterMs: 30_000,
  /** The time that the next three are counted in. */
  windowMs: hour,
  /** For an address, from one network; of a page or a device that is known, for itself. */
  perAddress: 5,
  /** For an address, from everybody: nobody's mailbox is to be filled. Known pages and devices do not count. */
  perAddressInAll: 20,
  /** Many people come from one address: offices, and whole networks of phones. */
  perIp: 120,
  perSession: 10,
  /** How long a wallet has to sign. */
  walletMs: 5 * minute,
} as const
