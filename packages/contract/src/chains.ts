/** Address format of a chain, which determines, for example, whether addresses are case-sensitive. */
export type ChainFamily = 'evm' | 'aptos' | 'cosmos' | 'solana' | 'ton'

/** A blockchain on which credentials can be issued and to which user accounts can belong. */
export type Chain = {
  /** The `chainId` of API requests and of the widget. */
  readonly id: string
  /** The `network` of a user's identifiers. */
  readonly name: string
  readonly family: ChainFamily
  /**
   * The numeric `blockchainId` of a user's identifiers. Non-EVM chains have numbers that no EVM chain uses as
   * its chain ID.
   */
  readonly blockchainId: number
  readonly testnet: boolean
}

const evm = (id: number, name: string, testnet = false): Chain => ({
  id: String(id),
  name,
  family: 'evm',
  blockchainId: id,
  testnet,
})

/** Every supported chain: mainnets first, then testnets, each in alphabetical order. */
export const chains: readonly Chain[] = [
  { id: 'aptos-1', name: 'Aptos', family: 'aptos', blockchainId: 1000001, testnet: false },
  evm(42161, 'Arbitrum One'),
  evm(8453, 'Base'),
  evm(56, 'BNB Smart Chain'),
  evm(6001, 'BounceBit'),
  evm(1, 'Ethereum'),
  evm(8217, 'Kaia'),
  evm(169, 'Manta Pacific'),
  { id: 'neutron-1', name: 'Neutron', family: 'cosmos', blockchainId: 1000101, testnet: false },
  evm(137, 'Polygon'),
  evm(2020, 'Ronin'),
  { id: 'solana', name: 'Solana', family: 'solana', blockchainId: 1000301, testnet: false },
  { id: 'ton', name: 'TON', family: 'ton', blockchainId: 1000401, testnet: false },
  { id: 'aptos-2', name: 'Aptos Testnet', family: 'aptos', blockchainId: 1000002, testnet: true },
  evm(98864, 'Plume Testnet', true),
  evm(534351, 'Scroll Sepolia', true),
  { id: 'atlantic-2', name: 'Sei Atlantic', family: 'cosmos', blockchainId: 1000201, testnet: true },
  evm(7001, 'ZetaChain Athens', true),
]

const byId = new Map(chains.map((chain) => [chain.id, chain]))

/**
 * Returns the chain with this id, or `undefined` if it is not supported.
 *
 * @example
 * ```ts
 * import { findChain } from '@touchstone/contract'
 *
 * findChain('137')?.name // 'Polygon'
 * ```
 */
export function findChain(chainId: string): Chain | undefined {
  return byId.get(chainId)
}

/** Ids of the chains for which the accredited-investor operation returns results. */
export const accreditedInvestorChainIds: readonly string[] = ['137', '8453']
