import { type Network, networks } from '../addresses/networks.ts'

/** All networks in the EVM family. They share addresses: the same key controls an address on all of them. */
export const evmNetworks: readonly Network[] = (Object.keys(networks) as Network[]).filter(
  (network) => networks[network].family === 'evm',
)
