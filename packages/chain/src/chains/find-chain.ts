import type { ChainEntry, EvmChain } from './chain-entry.ts'
import { chainTable } from './chain-table.ts'

const byId = new Map(chainTable.map((chain) => [chain.id, chain]))

/** Finds a chain by the id used in requests: `137`, `aptos-1`. */
export function findChainEntry(id: string): ChainEntry | undefined {
  return byId.get(id)
}

export function findEvmChain(chainId: number): EvmChain | undefined {
  const chain = byId.get(String(chainId))
  return chain?.family === 'evm' ? chain : undefined
}
