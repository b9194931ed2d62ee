/** What a login asks for, as the service stores it. Plain data: the message is built from it again each time. */
export type LoginChallenge = {
  readonly chainId: string
  /** Canonical, see `parseAccount`. */
  readonly address: string
  /** Host and port of the page on which the person logs in. */
  readonly domain: string
  readonly uri: string
  /** One line that the wallet shows. */
  readonly statement: string
  /** Random and used once: the caller takes it back when it is answered. */
  readonly nonce: string
  /** Milliseconds of the Unix epoch, as `expiresAt`. */
  readonly issuedAt: number
  readonly expiresAt: number
}
