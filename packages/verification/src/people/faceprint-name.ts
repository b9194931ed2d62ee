import type { Vault } from '@touchstone/common'

/** A person as the gallery knows them. */
export function faceprintName(vault: Vault, svcId: string): string {
  return vault.fingerprint('faceprint', svcId).toString('hex')
}
