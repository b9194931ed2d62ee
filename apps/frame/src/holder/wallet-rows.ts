/** A wallet at rest: its key under one that the browser never hands out, its credentials sealed by the wallet. */
export type WalletRow = {
  commitment: string
  wrapping: CryptoKey
  nonce: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  copy: Uint8Array<ArrayBuffer> | undefined
}

/** Where wallets lie: by their commitment, and one of them is the one in use. */
export type WalletRows = {
  /** Whether they are still there when the page is opened again. */
  lasting: boolean
  get(commitment: string): Promise<WalletRow | undefined>
  inUse(): Promise<string | undefined>
  put(row: WalletRow): Promise<void>
  /** Uses this one from now on; with `instead`, only if that is still the one in use. Says which one is. */
  use(row: WalletRow, instead?: { of: string | undefined }): Promise<string>
  clear(): Promise<void>
}
