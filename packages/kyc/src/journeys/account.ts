import type { Vault } from '@touchstone/common'

export type AccountKind = 'wallet' | 'email' | 'other'

/** How a merchant knows a user: a wallet on a chain, or an e-mail or other identifier that belongs to no chain. */
export type AccountInput =
  | { kind: 'wallet'; chainId: string; value: string }
  | { kind: 'email' | 'other'; value: string }

const accountPurpose = 'account'
const loginPurpose = 'login'

/**
 * One form for what means the same: letter case does not matter in e-mails, hex addresses (EVM, Aptos) and bech32
 * addresses (Cosmos); it does in base58 (Solana), base64 (TON) and identifiers of a merchant's own.
 */
export function canonicalAccount(value: string): string {
  const caseless =
    value.includes('@') || /^0x[0-9a-f]+$/i.test(value) || /^[a-z]{1,20}1[02-9ac-hj-np-z]{38,}$/i.test(value)
  return caseless ? value.toLowerCase() : value
}

export function accountFingerprint(vault: Vault, value: string): Buffer {
  return vault.fingerprint(accountPurpose, canonicalAccount(value))
}

/** The login identifies a person across merchants; an account identifies a user of one merchant. */
export function loginFingerprint(vault: Vault, value: string): Buffer {
  return vault.fingerprint(loginPurpose, canonicalAccount(value))
}
