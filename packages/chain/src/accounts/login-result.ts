import type { Account } from './account.ts'

/** Reason for refusing a login. User-facing texts are keyed by these codes. */
export type LoginRefusal =
  /** The challenge has expired, or the wallet's timestamp is too old. */
  | 'expired'
  /** The challenge or the wallet's timestamp is in the future. */
  | 'not-yet-valid'
  /** The answer does not have the format of this chain family. */
  | 'malformed-answer'
  /** The answer is for another chain family. */
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
  /** No key of this address signed. Checking for a contract wallet requires a node of the chain. */
  | 'needs-node'
  /** The node did not answer or is on another chain. The same answer can succeed later. */
  | 'node-unavailable'

export type LoginResult =
  /**
   * `contract`: confirmed by a contract on this chain. On another chain the same address may have another owner or
   * none.
   */
  | { readonly ok: true; readonly account: Account; readonly by: 'key' | 'contract' }
  | { readonly ok: false; readonly reason: LoginRefusal }
