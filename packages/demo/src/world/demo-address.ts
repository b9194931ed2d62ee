import { createHash } from 'node:crypto'
import { formatAddress, type Network, networks } from '@touchstone/kyt'

/**
 * Derives an address from the hash of a name. Nobody has a key for the address, so it cannot belong to a real
 * person.
 */
export function demoAddress(network: Network, name: string): string {
  const hash = createHash('sha256').update(`demo/${name}`).digest()
  switch (networks[network].family) {
    case 'bitcoin':
      return formatAddress(
        network,
        Buffer.concat([typeOf(network, hash.readUInt8(31)), hash.subarray(0, 20)]),
      )
    case 'ton':
      return formatAddress(network, Buffer.concat([mainWorkChain, hash]))
    case 'solana':
    case 'sui':
      return formatAddress(network, hash)
    default:
      return formatAddress(network, hash.subarray(0, 20))
  }
}

const payToKey = Buffer.of(0)
const payToScript = Buffer.of(1)
const witnessKey = Buffer.of(2)
const mainWorkChain = Buffer.of(0)

/** On Bitcoin, uses three address types in roughly the same proportions as on the real network. */
function typeOf(network: Network, drawn: number): Buffer {
  if (network !== 'BTC' || drawn < 40) return payToKey
  return drawn < 80 ? payToScript : witnessKey
}
