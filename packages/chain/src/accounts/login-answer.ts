/** What a wallet gives back, by the family of the chain. */
export type LoginAnswer =
  /** 0x and hexadecimal digits: 65 bytes of a key, or whatever a contract wallet takes (ERC-1271, ERC-6492). */
  | { readonly family: 'evm'; readonly signature: string }
  /** Base58 of 64 bytes. */
  | { readonly family: 'solana'; readonly signature: string }
  /**
   * 0x and hexadecimal digits: 32 and 64 bytes of an Ed25519 account, or the BCS of the public key and the signature of
   * a single-key account. `fullMessage` as the wallet returned it, for wallets that add fields of their own.
   */
  | {
      readonly family: 'aptos'
      readonly publicKey: string
      readonly signature: string
      readonly fullMessage?: string
    }
  /** Base64 of the compressed public key and of the 64 bytes of the signature. */
  | { readonly family: 'cosmos'; readonly publicKey: string; readonly signature: string }
  /** The fields of TON Connect: `walletStateInit` of the account, and the proof. */
  | {
      readonly family: 'ton'
      readonly stateInit: string
      /** Hexadecimal; when given, it must be the key in the state init. */
      readonly publicKey?: string
      readonly proof: {
        readonly timestamp: number | string
        readonly domain: { readonly lengthBytes: number; readonly value: string }
        readonly signature: string
        readonly payload: string
      }
    }
