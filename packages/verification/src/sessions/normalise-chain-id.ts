import { chains, findChain } from '@touchstone/contract'

const byName = new Map(chains.map((chain) => [chain.name.toLowerCase(), chain.id]))

/**
 * Returns the id of a known chain, given its id, its name, or the hexadecimal number that wallets use (0x89).
 * Returns undefined for any other input.
 */
export function normaliseChainId(text: string): string | undefined {
  const given = text.trim().toLowerCase()
  const id = /^0x[0-9a-f]{1,12}$/.test(given) ? String(Number(given)) : given
  return findChain(id)?.id ?? byName.get(id)
}
