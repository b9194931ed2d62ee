/**
 * A login challenge as plain data, in the form that the service stores. The signed message is rebuilt from
 * it.
 */
export type LoginChallenge = {
  readonly chainId: string
  /** Canonical form, see `parseAccount`. */
  readonly address: string
  /** Host and port of the login page. */
  readonly domain: string
  readonly uri: string
  /** One line of text that the wallet shows. */
  readonly statement: string
  /** A random value for one use. The caller must invalidate it after the first answer. */
  readonly nonce: string
  /** Milliseconds since the Unix epoch, like `expiresAt`. */
  readonly issuedAt: number
  readonly expiresAt: number
}
