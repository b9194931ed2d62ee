import { ServiceError } from '@touchstone/contract'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { malformedTxHash } from '../lookup/malformed-tx-hash.ts'
import { resolveAccount, resolveCoin, toHex } from '../lookup/resolve-account.ts'
import type { RiskTarget } from '../risk/assess.ts'

export type RiskQuery = { readonly coin: string; readonly address?: string; readonly txid?: string }

/** Resolves what a query is about. Throws if a part of it is invalid. */
export function resolveTarget({ coin: identifier, address, txid }: RiskQuery): RiskTarget {
  const coin = resolveCoin(identifier)
  if (address === undefined && txid === undefined) {
    throw new ServiceError('parameter', { detail: 'address or txid is required' })
  }
  const tx = txid === undefined ? undefined : parseTxHash(coin.network, txid)
  if (txid !== undefined && tx === undefined) throw malformedTxHash()
  return {
    coin,
    ...(address === undefined ? {} : { account: resolveAccount({ coin: identifier, address }) }),
    ...(tx === undefined ? {} : { tx: toHex(tx) }),
  }
}
