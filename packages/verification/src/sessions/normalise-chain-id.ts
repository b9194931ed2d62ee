import { chains, findChain } from '@touchstone/contract'

const byName = new Map(chains.map((chain) => [chain.name.toLowerCase(), chain.id]))

/**
 * The id of a chain that is known here, however it was written: as in the list, in hexadecimal as wallets do it (0x89),
 * or by its name. Undefined for any other.
 */
export function normaliseChainId(text: string): string | undefined {
  const given = text.trim().toLowerCase()
  const id = /^0x[0-9a-f]{1,12}$/.test(given) ? String(Number(given)) : given
  return findChain(id)?.id ?? byName.get(id)
}
