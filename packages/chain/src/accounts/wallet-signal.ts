import { createHash } from 'node:crypto'
import type { Account } from './account.ts'

/**
 * The number by which a proof binds a wallet: an EVM address as it is, so that a contract can compare it with its
 * caller, and for the other families the first 31 bytes of a hash, which always fit into the proof's field.
 */
export function walletSignal({ family, address }: Pick<Account, 'family' | 'address'>): bigint {
  if (family === 'evm') return BigInt(address)
  const hash = createHash('sha256').update(`${family}:${address}`).digest('hex')
  return BigInt(`0x${hash.slice(0, 62)}`)
}
