/**
 * Functions that the site implements and the widget calls for the verification page.
 *
 * @example
 * ```ts
 * import type { Provider } from '@touchstone/widget'
 *
 * const provider: Provider = {
 *   getAccessToken: async () => (await (await fetch('/api/token', { method: 'POST' })).json()).accessToken,
 *   getUserAccounts: async () => ['ada@example.com'],
 * }
 * ```
 */
export type Provider = {
  /** Returns a new access token from the site's own backend, where the API key stays. */
  getAccessToken(): Promise<string>
  /** Returns the user's accounts: the connected wallet's address, an e-mail address, or another unique identifier. */
  getUserAccounts(): Promise<string[]>
  /**
   * Signs a message with the user's wallet. `request` contains the additional data that the chain family
   * requires.
   */
  signMessage?(question: { message: string; account: string; request: unknown }): Promise<unknown>
  /** Sends a transaction from the user's wallet and returns its hash. */
  delegateTransaction?(transaction: {
    chainId: string
    from: string
    to: string
    data: string
    value: string
  }): Promise<string>
}
