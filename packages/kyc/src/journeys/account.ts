import type { Vault } from '@touchstone/common'

export type AccountKind = 'wallet' | 'email' | 'other'

/**
 * How a merchant knows a user: a wallet on a chain, or an e-mail or other identifier that belongs to no chain. `spelled` is
 * how the merchant's page writes a wallet, where that is not the canonical form.
 */
export type AccountInput =
  | { kind: 'wallet'; chainId: string; value: string; spelled?: string }
  | { kind: 'email' | 'other'; value: string }

const accountPurpose = 'account'
const loginPurpose = 'login'

/**
 * One form for what means the same: letter case does not matter in e-mails, hex addresses (EVM, Aptos, raw ones of TON) and
 * bech32 addresses (Cosmos); it does in base58 (Solana) and in identifiers of a merchant's own. The two forms in which
 * wallets of TON show an address mean the raw one.
 */
export function canonicalAccount(value: string): string {
  const caseless =
    value.includes('@') ||
    /^(0x[0-9a-f]+|-?[0-9]{1,3}:[0-9a-f]{64})$/i.test(value) ||
    /^[a-z]{1,20}1[02-9ac-hj-np-z]{38,}$/i.test(value)
  return caseless ? value.toLowerCase() : (rawTonAddress(value) ?? value)
}

export function accountFingerprint(vault: Vault, value: string): Buffer {
  return vault.fingerprint(accountPurpose, canonicalAccount(value))
}

/**
 * Of the lower-cased form that a page's account has, where that is another one than the canonical form: clients of the
 * keyless checks ask with it, also for accounts whose case matters.
 */
export function lowerFingerprint(vault: Vault, account: AccountInput): Buffer | null {
  const spelled = account.kind === 'wallet' ? (account.spelled ?? account.value) : account.value
  const lower = spelled.toLowerCase()
  return lower === canonicalAccount(account.value) ? null : vault.fingerprint(accountPurpose, lower)
}

/** The login identifies a person across merchants; an account identifies a user of one merchant. */
export function loginFingerprint(vault: Vault, value: string): Buffer {
  return vault.fingerprint(loginPurpose, canonicalAccount(value))
}

/**
 * The raw form (`0:…`) of an address of TON as wallets show it: 36 bytes in base64 or base64url, which are a tag, the
 * workchain, the hash and a checksum. Undefined for anything else; the checksum tells.
 */
function rawTonAddress(text: string): string | undefined {
  if (!/^[A-Za-z0-9_+/-]{48}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 36 || crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return undefined
  return `${bytes.readInt8(1)}:${bytes.toString('hex', 2, 34)}`
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}
