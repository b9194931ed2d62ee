import { type Network, networks } from '../addresses/networks.ts'

/** An address of one of them is an address of all: the same key opens it everywhere. */
export const evmNetworks: readonly Network[] = (Object.keys(networks) as Network[]).filter(
  (network) => networks[network].family === 'evm',
)
