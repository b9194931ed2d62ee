/** What the site brings: the widget asks it on behalf of the verification page. */
export type Provider = {
  /** A new access token, fetched from the site's own backend (the API key stays there). */
  getAccessToken(): Promise<string>
  /** The connected wallet's address, otherwise an e-mail, a phone number or another unique identifier. */
  getUserAccounts(): Promise<string[]>
  /** The user's wallet signs a text. `request` holds what a family of chains needs beyond it. */
  signMessage?(question: { message: string; account: string; request: unknown }): Promise<unknown>
  /** The user's wallet sends a transaction; answered with its hash. */
  delegateTransaction?(transaction: {
    chainId: string
    from: string
    to: string
    data: string
    value: string
  }): Promise<string>
}
