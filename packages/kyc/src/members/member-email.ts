import { domainToASCII } from 'node:url'
import type { Vault } from '@touchstone/common'
import { InputError } from '../input-error.ts'
import { canonicalAccount } from '../journeys/account.ts'
import { memberEmailColumn } from '../sealed-columns.ts'

const localPart = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}$/u
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** Returns an email address in canonical form, or undefined if the text is invalid. */
export function canonicalEmail(text: string): string | undefined {
  const given = text.normalize('NFKC').trim()
  const at = given.lastIndexOf('@')
  const local = given.slice(0, Math.max(0, at))
  const host = domainToASCII(given.slice(at + 1)).toLowerCase()
  if (!localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return undefined
  return domain.test(host) ? canonicalAccount(`${local}@${host}`) : undefined
}

/** Returns the fingerprint that identifies a member in the store. */
export function emailHashOf(vault: Vault, email: string): Buffer {
  return vault.fingerprint('member-email', email)
}

export function checkedEmail(text: string): string {
  const email = canonicalEmail(text)
  if (email === undefined) throw new InputError('e-mail', 'must be an e-mail address')
  return email
}

export function sealEmail(vault: Vault, memberNo: string, email: string): Buffer {
  return vault.seal(email, memberEmailColumn.at(memberNo))
}

export function openEmail(vault: Vault, row: { memberNo: string; emailSealed: Uint8Array }): string {
  return vault.open(row.emailSealed, memberEmailColumn.at(row.memberNo))
}
