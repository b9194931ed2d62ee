import { type Network, networks } from '../addresses/networks.ts'

/**
 * All networks in the EVM family. These networks share addresses: the key of an address controls the address
 * on every EVM network.
 */
export const evmNetworks: readonly Network[] = (Object.keys(networks) as Network[]).filter(
  (network) => networks[network].family === 'evm',
)
