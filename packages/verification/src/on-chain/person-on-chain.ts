import type { Vault } from '@touchstone/common'

/** A person as the contracts know them: a hash that nobody can make, or undo, without the master secret. */
export function personOnChain(vault: Vault, svcId: string): `0x${string}` {
  return `0x${vault.fingerprint('person-on-chain', svcId).toString('hex')}`
}
