/**
 * A stored wallet. Its key is encrypted under a non-extractable browser key, and its credentials by the
 * wallet.
 */
export type WalletRow = {
  commitment: string
  wrapping: CryptoKey
  nonce: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  copy: Uint8Array<ArrayBuffer> | undefined
}

/** Stores wallets by commitment. One of them is in use. */
export type WalletRows = {
  /** Whether the wallets persist after the page closes. */
  lasting: boolean
  get(commitment: string): Promise<WalletRow | undefined>
  inUse(): Promise<string | undefined>
  put(row: WalletRow): Promise<void>
  /**
   * Switches to this wallet. With `instead`, does so only if that wallet is still in use. Returns the
   * commitment of the wallet in use.
   */
  use(row: WalletRow, instead?: { of: string | undefined }): Promise<string>
  clear(): Promise<void>
}
