import type { Vault } from '@touchstone/common'
import { codeAddressColumn } from '../sealed-columns.ts'
import type { LoginCodeRow } from './login-code-store.ts'

/** Returns the hash under which a code is stored. The hash is bound to one session and one address. */
export function codeHash(
  vault: Vault,
  { sessionId, addressHash, code }: { sessionId: number; addressHash: Uint8Array; code: string },
): Buffer {
  const address = Buffer.from(addressHash).toString('hex')
  return vault.fingerprint('login-code', `${sessionId}\0${address}\0${code}`)
}

/** Returns the address to which a code was sent. */
export function addressOf({ vault }: { vault: Vault }, code: LoginCodeRow): string {
  return vault.open(code.addressSealed, codeAddressColumn.at(code.sessionId, code.addressHash))
}
