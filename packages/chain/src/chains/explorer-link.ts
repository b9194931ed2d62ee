import type { EvmChain } from './chain-entry.ts'

/** Returns the block explorer URL of a transaction or an address. */
export function explorerLink(chain: EvmChain, kind: 'tx' | 'address', value: string): string {
  return `${chain.explorer}/${kind}/${value}`
}
