/** The answer of a wallet, by chain family. */
export type LoginAnswer =
  /** Hex with 0x: 65 bytes for a key, any length for a contract wallet (ERC-1271, ERC-6492). */
  | { readonly family: 'evm'; readonly signature: string }
  /** Base58 of 64 bytes. */
  | { readonly family: 'solana'; readonly signature: string }
  /**
   * Hex with 0x: 32 and 64 bytes for an Ed25519 account, or the BCS of public key and signature for a single-key
   * account. `fullMessage` is what the wallet returned; it is needed for wallets that add their own fields.
   */
  | {
      readonly family: 'aptos'
      readonly publicKey: string
      readonly signature: string
      readonly fullMessage?: string
    }
  /** Base64 of the compressed public key and of the 64-byte signature. */
  | { readonly family: 'cosmos'; readonly publicKey: string; readonly signature: string }
  /** The fields of TON Connect: `walletStateInit` of the account, and the proof. */
  | {
      readonly family: 'ton'
      readonly stateInit: string
      /** Hex. If present, it must equal the key in the state init. */
      readonly publicKey?: string
      readonly proof: {
        readonly timestamp: number | string
        readonly domain: { readonly lengthBytes: number; readonly value: string }
        readonly signature: string
        readonly payload: string
      }
    }
