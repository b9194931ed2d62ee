import type { Vault } from '@touchstone/common'

/** Returns the name under which the gallery stores a person. */
export function faceprintName(vault: Vault, svcId: string): string {
  return vault.fingerprint('faceprint', svcId).toString('hex')
}
