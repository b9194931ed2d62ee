import { ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import type { Coin } from '../coins/coin-table.ts'
import { fetchedNetworks } from '../sources/histories/history-sources.ts'
import { ensureHistory, type FetchCaller } from './ensure-history.ts'
import type { KytReader } from './kyt-reader.ts'
import { type Account, resolveAccount } from './resolve-account.ts'

/**
 * Resolves the coin and address of a query. Throws if one of them is invalid, or if the ledger contains no
 * data for the coin's network and has no source of histories for it.
 */
export async function resolveCovered(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<Account> {
  const account = resolveAccount(query)
  await requireCovered(reader, account.coin)
  return account
}

/**
 * Like `resolveCovered`, but first fetches the address's history if it is missing and can be fetched. Throws if
 * it could not be read, because the answer would look like that of an address without transfers.
 */
export async function resolveRead(
  reader: KytReader,
  query: { coin: string; address: string },
  caller?: FetchCaller,
): Promise<Account> {
  const account = await resolveCovered(reader, query)
  const history = await ensureHistory(reader, account, caller)
  if (history === 'read') return account
  if (history === 'off') {
    if ((await reader.coverage(account.key.network)) !== undefined) return account
    throw new ServiceError('unsupportedCoin', {
      detail: `the ledger contains no transfers on ${account.coin.network}, and the merchant's policy does not fetch any`,
    })
  }
  throw new ServiceError('notReady', {
    detail: 'the history of the address could not be read',
    retryAfterSeconds: 10,
  })
}

/**
 * Throws if the ledger contains no data for the coin's network and can't fetch any. Otherwise, every address
 * on the network would appear harmless.
 */
export async function requireCovered(reader: KytReader, { network }: Coin): Promise<void> {
  if ((await reader.coverage(networks[network].id)) !== undefined) return
  if ((await fetchedNetworks(reader.context)).includes(network)) return
  throw new ServiceError('unsupportedCoin', {
    detail: `the ledger contains no transfers on ${network}; the operator can import them, follow the chain or add a source`,
  })
}
