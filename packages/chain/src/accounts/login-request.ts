/** An amino document for a wallet to sign. */
export type CosmosSignDoc = {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: { readonly gas: string; readonly amount: readonly [] }
  readonly msgs: readonly {
    readonly type: string
    readonly value: { readonly signer: string; readonly data: string }
  }[]
  readonly memo: string
}

/** The request to pass to the user's wallet, by chain family. */
export type LoginRequest =
  /** For `personal_sign`. */
  | { readonly family: 'evm'; readonly message: string }
  /** For `signMessage`, encoded as UTF-8. */
  | { readonly family: 'solana'; readonly message: string }
  /** For `signMessage({ message, nonce })`. The wallet builds the full message. */
  | {
      readonly family: 'aptos'
      readonly message: string
      readonly nonce: string
      readonly fullMessage: string
    }
  /** For `signArbitrary(chainId, signer, message)`, or `signAmino` with the document. */
  | { readonly family: 'cosmos'; readonly message: string; readonly signDoc: CosmosSignDoc }
  /** For TON Connect's `tonProof`. */
  | { readonly family: 'ton'; readonly payload: string }
