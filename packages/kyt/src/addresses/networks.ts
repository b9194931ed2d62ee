/**
 * The networks that the ledger supports, each with the number under which the ledger stores it. A number
 * never changes and is never reused.
 */
export const networks = {
  BTC: { id: 1, family: 'bitcoin' },
  LTC: { id: 2, family: 'bitcoin' },
  DOGE: { id: 3, family: 'bitcoin' },
  BCH: { id: 4, family: 'bitcoin' },
  ETH: { id: 10, family: 'evm' },
  BSC: { id: 11, family: 'evm' },
  POLYGON: { id: 12, family: 'evm' },
  AVALANCHE: { id: 13, family: 'evm' },
  ARBITRUM: { id: 14, family: 'evm' },
  OPTIMISM: { id: 15, family: 'evm' },
  BASE: { id: 16, family: 'evm' },
  ZKSYNC: { id: 17, family: 'evm' },
  MERLIN: { id: 18, family: 'evm' },
  IOTEX: { id: 19, family: 'evm' },
  HASHKEY: { id: 20, family: 'evm' },
  TRX: { id: 30, family: 'tron' },
  SOL: { id: 31, family: 'solana' },
  TON: { id: 32, family: 'ton' },
  SUI: { id: 33, family: 'sui' },
} as const

export type Network = keyof typeof networks
export type BitcoinNetwork = Extract<Network, 'BTC' | 'LTC' | 'DOGE' | 'BCH'>
export type EvmNetwork = {
  [Name in Network]: (typeof networks)[Name]['family'] extends 'evm' ? Name : never
}[Network]
export type NetworkFamily = (typeof networks)[Network]['family']

/** The chain ids of the EVM networks. */
export const evmChainIds: Readonly<Record<EvmNetwork, number>> = {
  ...{ ETH: 1, BSC: 56, POLYGON: 137, AVALANCHE: 43114, ARBITRUM: 42161, OPTIMISM: 10, BASE: 8453 },
  ...{ ZKSYNC: 324, MERLIN: 4200, IOTEX: 4689, HASHKEY: 177 },
}
