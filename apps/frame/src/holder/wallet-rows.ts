/**
 * A stored wallet. Its key is encrypted under a non-extractable browser key. The wallet encrypts its own
 * credentials.
 */
export type WalletRow = {
  commitment: string
  wrapping: CryptoKey
  nonce: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  copy: Uint8Array<ArrayBuffer> | undefined
}

/** Stores wallets, keyed by commitment. At most one wallet is in use. */
export type WalletRows = {
  /** Whether the wallets persist after the page closes. */
  lasting: boolean
  get(commitment: string): Promise<WalletRow | undefined>
  inUse(): Promise<string | undefined>
  put(row: WalletRow): Promise<void>
  /**
   * Stores this wallet and makes it the wallet in use. If `instead` is given, switches only if `instead.of`
   * is still the wallet in use. Returns the commitment of the wallet in use.
   */
  use(row: WalletRow, instead?: { of: string | undefined }): Promise<string>
  clear(): Promise<void>
}
