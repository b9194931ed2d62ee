import { networkOf, type Vault } from '@touchstone/common'

/** Returns the keyed hash under which a network's open reviews are counted. */
export function networkHashOf(vault: Vault, ip: string): Uint8Array {
  return vault.fingerprint('review-network', networkOf(ip))
}
