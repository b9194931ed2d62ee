/** A wallet's answer to a login request, by chain family. */
export type LoginAnswer =
  /** Hexadecimal with 0x: 65 bytes for a key, any length for a contract wallet (ERC-1271, ERC-6492). */
  | { readonly family: 'evm'; readonly signature: string }
  /** Base58 of 64 bytes. */
  | { readonly family: 'solana'; readonly signature: string }
  /**
   * Hexadecimal with 0x: 32 and 64 bytes for an Ed25519 account, or BCS encodings of the public key and the
   * signature for a single-key account. `fullMessage` is the message that the wallet returned. It is required
   * for wallets that add their own fields.
   */
  | {
      readonly family: 'aptos'
      readonly publicKey: string
      readonly signature: string
      readonly fullMessage?: string
    }
  /** The compressed public key and the 64-byte signature in base64. */
  | { readonly family: 'cosmos'; readonly publicKey: string; readonly signature: string }
  /** TON Connect fields: the account's `walletStateInit`, and the proof. */
  | {
      readonly family: 'ton'
      readonly stateInit: string
      /** Hexadecimal public key. If present, it must equal the key in the state init. */
      readonly publicKey?: string
      readonly proof: {
        readonly timestamp: number | string
        readonly domain: { readonly lengthBytes: number; readonly value: string }
        readonly signature: string
        readonly payload: string
      }
    }
