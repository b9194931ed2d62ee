import type { Vault } from '@touchstone/common'
import { InputError } from '../input-error.ts'
import { canonicalEmail } from '../journeys/canonical-email.ts'
import { memberEmailColumn } from '../sealed-columns.ts'

/** By which a member is found. */
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
