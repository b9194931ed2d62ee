import { ServiceError } from '@touchstone/contract'

/** Creates the error for a `txid` that cannot be a transaction hash on the coin's network. */
export function malformedTxHash(): ServiceError {
  return new ServiceError('parameter', {
    detail: "txid is not a valid transaction hash on the coin's network",
  })
}
