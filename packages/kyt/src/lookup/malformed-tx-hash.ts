import { ServiceError } from '@touchstone/contract'

/** The error for a `txid` that can't be a transaction of the coin's network. */
export function malformedTxHash(): ServiceError {
  return new ServiceError('parameter', { detail: "txid is not a transaction hash of the coin's network" })
}
