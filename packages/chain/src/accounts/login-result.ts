import type { Account } from './account.ts'

/** The reason for refusing a login. User-facing messages use these codes as keys. */
export type LoginRefusal =
  /** The challenge has expired, or the wallet's timestamp is too old. */
  | 'expired'
  /** The challenge or the wallet's timestamp is in the future. */
  | 'not-yet-valid'
  /** The answer does not have the format of the challenge's chain family. */
  | 'malformed-answer'
  /** The answer is for a chain family other than the challenge's. */
  | 'other-family'
  /** The signing key does not belong to the address. */
  | 'other-address'
  | 'other-domain'
  | 'other-nonce'
  /** The signature is not valid for the requested message. */
  | 'bad-signature'
  /** The signature is valid but not in its canonical form. */
  | 'malleable-signature'
  /** The type of key or wallet contract is not supported. */
  | 'unsupported-wallet'
  /**
   * The answer was not signed with the address's key. A contract wallet's signature cannot be checked without
   * a node for the chain.
   */
  | 'needs-node'
  /** No node is configured for an Aptos network, so the key of the account is unknown. */
  | 'unchecked-account'
  /** The node did not respond or serves a different chain. The same answer can succeed later. */
  | 'node-unavailable'

export type LoginResult =
  /**
   * `contract` means that the signature was confirmed by the state of the challenge's chain, through either a
   * contract wallet or the authentication key of an Aptos account. On other chains, the same address can have
   * a different owner or no owner.
   */
  | { readonly ok: true; readonly account: Account; readonly by: 'key' | 'contract' }
  | { readonly ok: false; readonly reason: LoginRefusal }
