import type { Vault } from '@touchstone/common'

/** The person's name in the gallery. */
export function faceprintName(vault: Vault, svcId: string): string {
  return vault.fingerprint('faceprint', svcId).toString('hex')
}
