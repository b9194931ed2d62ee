import type { Vault } from '@touchstone/common'

export type AccountKind = 'wallet' | 'email' | 'other'

/**
 * A merchant's identifier for a user: a wallet on a chain, or an email address or other identifier without a
 * chain. `spelled` is the wallet address as written on the merchant's page, if that differs from the
 * canonical form.
 */
export type AccountInput =
  | { kind: 'wallet'; chainId: string; value: string; spelled?: string }
  | { kind: 'email' | 'other'; value: string }

const accountPurpose = 'account'
const loginPurpose = 'login'
const testLoginPurpose = 'test-login'

/**
 * Returns an account in canonical form. Letter case does not matter in email addresses, hex addresses (EVM,
 * Aptos, raw TON) and bech32 addresses (Cosmos), which are converted to lower case. Letter case matters in
 * base58 addresses (Solana) and in a merchant's own identifiers. Both display forms of a TON address are
 * converted to the raw form.
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
 * Returns the fingerprint of the lower-case form of the page's spelling, if that form differs from the
 * canonical form. Clients of the keyless checks send the lower-case form even for accounts whose letter case
 * matters.
 */
export function lowerFingerprint(vault: Vault, account: AccountInput): Buffer | null {
  const spelled = account.kind === 'wallet' ? (account.spelled ?? account.value) : account.value
  const lower = spelled.toLowerCase()
  return lower === canonicalAccount(account.value) ? null : vault.fingerprint(accountPurpose, lower)
}

/**
 * Returns the fingerprint of a login. A login identifies a person across merchants, whereas an account
 * identifies a user at one merchant.
 */
export function loginFingerprint(vault: Vault, value: string): Buffer {
  return vault.fingerprint(loginPurpose, canonicalAccount(value))
}

/**
 * Returns the fingerprint of a login in one program. In a merchant's test programs, the same login is another
 * person, who exists only there.
 */
export function loginFingerprintIn(
  vault: Vault,
  { test, merchantId }: { test: boolean; merchantId: number },
  value: string,
): Buffer {
  if (!test) return loginFingerprint(vault, value)
  return vault.fingerprint(testLoginPurpose, `${merchantId} ${canonicalAccount(value)}`)
}

/**
 * Converts a TON address from its display form to the raw form (`0:…`). The display form is 36 bytes in
 * base64 or base64url: a tag, the workchain, the hash and a checksum. Returns undefined if the checksum does
 * not match.
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
