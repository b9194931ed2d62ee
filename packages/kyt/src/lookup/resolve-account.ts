import { ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { type Address, parseAddress } from '../addresses/parse-address.ts'
import type { Coin } from '../coins/coin-table.ts'
import { findCoin } from '../coins/find-coin.ts'
import { type AccountKey, accountId } from '../ledger/ledger-store.ts'

export type Account = { readonly coin: Coin; readonly address: Address; readonly key: AccountKey }

export function resolveCoin(identifier: string): Coin {
  const coin = findCoin(identifier)
  if (coin === undefined) throw new ServiceError('unsupportedCoin')
  return coin
}

/** Resolves the coin and address of a query. Throws if one of them is invalid. */
export function resolveAccount(query: { coin: string; address: string }): Account {
  const coin = resolveCoin(query.coin)
  const address = parseAddress(coin.network, query.address)
  if (address === undefined) throw new ServiceError('invalidAddress')
  return { coin, address, key: { network: networks[coin.network].id, address: toHex(address.bytes) } }
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/** The part of a cache key that identifies an account. */
export const textOf = (account: Account): string => `${account.coin.id} ${accountId(account.key)}`

/** Converts a decimal amount of a coin to its smallest unit. Throws if it has too many decimals. */
export function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals) {
    throw new ServiceError('parameter', { detail: `amount has more than ${decimals} decimals` })
  }
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
