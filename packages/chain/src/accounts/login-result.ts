import type { Account } from './account.ts'

/** Why a login was refused. Texts for people hang on these codes. */
export type LoginRefusal =
  /** The challenge is over, or the wallet's own time is outside of it. */
  | 'expired'
  /** The challenge, or the wallet's own time, lies in the future. */
  | 'not-yet-valid'
  /** The answer is not of the form that the family's wallets give. */
  | 'malformed-answer'
  /** The answer is of a wallet of another family than the challenge. */
  | 'other-family'
  /** The key that signed does not belong to the address. */
  | 'other-address'
  | 'other-domain'
  | 'other-nonce'
  /** The signature does not hold for the message that was asked for. */
  | 'bad-signature'
  /** The signature holds, but is not of the one form in which it may be written. */
  | 'malleable-signature'
  /** A kind of key or wallet contract that is not known here. */
  | 'unsupported-wallet'
  /** No key of this address signed; whether a contract wallet did can't be asked without a node of the chain. */
  | 'needs-node'
  /** The node did not answer, or is of another chain: the same answer can succeed later. */
  | 'node-unavailable'

export type LoginResult =
  /** `contract`: it is a contract on this chain that says so; on another chain it may be somebody else's, or nobody's. */
  | { readonly ok: true; readonly account: Account; readonly by: 'key' | 'contract' }
  | { readonly ok: false; readonly reason: LoginRefusal }
