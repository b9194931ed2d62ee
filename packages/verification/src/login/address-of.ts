import type { Vault } from '@touchstone/common'
import { codeAddressColumn } from '../sealed-columns.ts'
import type { LoginCodeRow } from './login-code-store.ts'

/** Where a code was sent to. */
export function addressOf({ vault }: { vault: Vault }, code: LoginCodeRow): string {
  return vault.open(code.addressSealed, codeAddressColumn.at(code.sessionId, code.addressHash))
}
