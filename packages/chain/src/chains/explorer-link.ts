import type { EvmChain } from './chain-entry.ts'

/** Where a person can look at a transaction or an address. */
export function explorerLink(chain: EvmChain, kind: 'tx' | 'address', value: string): string {
  return `${chain.explorer}/${kind}/${value}`
}
