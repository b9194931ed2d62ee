import { ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import type { Coin } from '../coins/coin-table.ts'
import type { KytReader } from './kyt-reader.ts'
import { type Account, resolveAccount, resolveCoin } from './resolve-account.ts'

/**
 * Resolves the coin and address of a query. Throws if one of them is invalid, or if the ledger contains no
 * data for the coin's network and has no source of histories for it.
 */
export async function resolveCovered(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<Account> {
  const account = resolveAccount(query)
  await requireCovered(reader, resolveCoin(query.coin))
  return account
}

/**
 * Throws if the ledger contains no data for the coin's network and can't fetch any. Otherwise, every address
 * on the network would appear harmless.
 */
export async function requireCovered(reader: KytReader, { network }: Coin): Promise<void> {
  if ((await reader.coverage(networks[network].id)) !== undefined) return
  if ((await reader.context.histories?.networks())?.includes(network)) return
  throw new ServiceError('unsupportedCoin', {
    detail: `the ledger contains no transfers on ${network}; the operator can import them, follow the chain or add a source`,
  })
}
