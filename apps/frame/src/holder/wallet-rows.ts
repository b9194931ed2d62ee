/**
 * A stored wallet: its key encrypted under a non-extractable browser key, its credentials encrypted by the wallet.
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
  /** Whether the wallets remain after the page is closed. */
  lasting: boolean
  get(commitment: string): Promise<WalletRow | undefined>
  inUse(): Promise<string | undefined>
  put(row: WalletRow): Promise<void>
  /**
   * Uses this wallet from now on; with `instead`, only if that one is still in use. Returns the commitment of the
   * wallet in use.
   */
  use(row: WalletRow, instead?: { of: string | undefined }): Promise<string>
  clear(): Promise<void>
}
