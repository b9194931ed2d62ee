import { createHash } from 'node:crypto'
import { formatAddress } from '@touchstone/kyt'
import type { WorldNetwork } from './coins.ts'

/**
 * Derives an address from the hash of a name. Nobody has a key for the address, so it cannot belong to a real
 * person.
 */
export function demoAddress(network: WorldNetwork, name: string): string {
  const hash = createHash('sha256').update(`demo/${name}`).digest()
  if (network !== 'BTC') return formatAddress(network, hash.subarray(0, 20))
  // Uses three address types in roughly the same proportions as on the real network.
  const drawn = hash.readUInt8(31)
  if (drawn < 40) return formatAddress('BTC', Buffer.concat([payToKey, hash.subarray(0, 20)]))
  if (drawn < 80) return formatAddress('BTC', Buffer.concat([payToScript, hash.subarray(0, 20)]))
  return formatAddress('BTC', Buffer.concat([witnessKey, hash.subarray(0, 20)]))
}

const payToKey = Buffer.of(0)
const payToScript = Buffer.of(1)
const witnessKey = Buffer.of(2)
