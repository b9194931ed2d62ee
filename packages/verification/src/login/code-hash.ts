import type { Vault } from '@touchstone/common'

/** A code is stored as this alone, and is good for one session and one address. */
export function codeHash(
  vault: Vault,
  { sessionId, addressHash, code }: { sessionId: number; addressHash: Uint8Array; code: string },
): Buffer {
  const address = Buffer.from(addressHash).toString('hex')
  return vault.fingerprint('login-code', `${sessionId}\0${address}\0${code}`)
}
