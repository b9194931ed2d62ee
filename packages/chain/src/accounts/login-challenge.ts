/**
 * A login challenge as plain data, in the form in which the service stores it. The message to sign can be
 * rebuilt from it.
 */
export type LoginChallenge = {
  readonly chainId: string
  /** The address in canonical form, see `parseAccount`. */
  readonly address: string
  /** Host and port of the login page. */
  readonly domain: string
  readonly uri: string
  /** One line of text that the wallet shows. */
  readonly statement: string
  /**
   * A random value that can be used only once. The caller must invalidate the value after the first answer.
   */
  readonly nonce: string
  /** Milliseconds since the Unix epoch, like `expiresAt`. */
  readonly issuedAt: number
  readonly expiresAt: number
}
