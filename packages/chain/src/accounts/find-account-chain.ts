import { UserError } from '@touchstone/common'
import type { AccountChain } from './account.ts'

const others: Readonly<Record<string, AccountChain>> = {
  'aptos-1': { family: 'aptos', label: 'Aptos', loginChainId: '1' },
  'aptos-2': { family: 'aptos', label: 'Aptos', loginChainId: '2' },
  'neutron-1': { family: 'cosmos', label: 'Neutron', loginChainId: 'neutron-1', prefix: 'neutron' },
  'atlantic-2': { family: 'cosmos', label: 'Sei', loginChainId: 'atlantic-2', prefix: 'sei' },
  solana: { family: 'solana', label: 'Solana', loginChainId: 'mainnet' },
  ton: { family: 'ton', label: 'TON', loginChainId: 'ton' },
}

/** Returns the chain for a `chainId`. A number identifies an EVM chain; other chains are found by name. */
export function findAccountChain(chainId: string): AccountChain {
  if (/^[1-9]\d{0,14}$/.test(chainId)) return { family: 'evm', label: 'Ethereum', loginChainId: chainId }
  const chain = Object.hasOwn(others, chainId) ? others[chainId] : undefined
  if (chain) return chain
  throw new UserError({
    code: 'account.unknown-chain',
    message: 'Unknown chain.',
    remedy: 'Use the id of a supported chain.',
  })
}
