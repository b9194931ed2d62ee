import { type AccountKey, accountId, networkPrefix, type Touched } from '../../ledger/ledger-store.ts'
import type { AssessmentReads } from './assessment.ts'

/**
 * Hashes of the parts of the ledger that an assessment read. An assessment can be stored with them, so that a
 * change of the ledger leads to the stored assessments that depend on it. Equal hashes of different parts only
 * cause an unnecessary calculation.
 */
export function dependenciesOfReads(
  network: number,
  { accounts, parties, coins }: AssessmentReads,
): number[] {
  const prefix = networkPrefix(network)
  const hashes = new Set<number>()
  for (const address of accounts) hashes.add(hashOf(`a${prefix}${address}`))
  for (const address of parties) if (address !== '') hashes.add(hashOf(`b${prefix}${address}`))
  for (const coin of coins) hashes.add(hashOf(`p${coin}`))
  return [...hashes].sort((a, b) => a - b)
}

/** Returns the hashes of the accounts and the prices that changed. */
export function dependenciesOfChange({ accounts, coins }: Pick<Touched, 'accounts' | 'coins'>): number[] {
  const hashes = new Set<number>()
  for (const id of accounts) hashes.add(hashOf(`a${id}`))
  for (const coin of coins) hashes.add(hashOf(`p${coin}`))
  return [...hashes]
}

/**
 * Returns the hashes of the labels that changed. An assessment depends on the labels of all counterparties of the
 * accounts that it read, so a changed label also concerns the accounts that dealt with its address.
 */
export function dependenciesOfLabels(
  labels: Touched['labels'],
  counterparties: ReadonlyMap<string, readonly string[]>,
): number[] {
  const hashes = new Set<number>()
  for (const id of labels) {
    hashes.add(hashOf(`a${id}`)).add(hashOf(`b${id}`))
    for (const other of counterparties.get(id) ?? []) hashes.add(hashOf(`a${other}`))
  }
  return [...hashes]
}

/** The hash of a coin's prices. */
export const dependencyOnPrices = (coin: number): number => hashOf(`p${coin}`)

/** The hash of an account. */
export const dependencyOnAccount = (key: AccountKey): number => hashOf(`a${accountId(key)}`)

/** Returns a signed integer of 32 bits (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}
