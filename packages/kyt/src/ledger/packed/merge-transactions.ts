import { OperatorError } from '@touchstone/common'
import type { GivenTransaction, LedgerTransfer } from '../ledger-store.ts'
import { identifierOf, transactionId } from './transaction-id.ts'

export type MergedTransaction = {
  readonly id: Buffer
  readonly identifier: Buffer
  readonly network: number
  readonly block: number
  readonly time: number
  readonly transfers: readonly LedgerTransfer[]
}

/** Each transaction once, and each of its transfers: of several with one coin and position the first counts. */
export function mergeTransactions(given: readonly GivenTransaction[]): MergedTransaction[] {
  const merged = new Map<string, { first: GivenTransaction; byPlace: Map<string, LedgerTransfer> }>()
  for (const first of given) {
    const key = `${first.network} ${first.tx}`
    const known = merged.get(key) ?? { first, byPlace: new Map<string, LedgerTransfer>() }
    merged.set(key, known)
    for (const transfer of first.transfers) {
      const place = placeOf(transfer)
      if (!known.byPlace.has(place)) known.byPlace.set(place, transfer)
    }
  }
  const transactions = [...merged.values()]
    .map(({ first: { network, tx, block, time }, byPlace }) => {
      const identifier = identifierOf(network, tx)
      return {
        id: transactionId(identifier),
        identifier,
        network,
        block,
        time,
        transfers: [...byPlace.values()],
      }
    })
    // Locked in this order by everybody, as accounts are.
    .sort((a, b) => a.id.compare(b.id))
  for (const [index, { id }] of transactions.entries())
    if (transactions[index + 1]?.id.equals(id)) throw sameId()
  return transactions
}

export const placeOf = ({ coin, position }: LedgerTransfer) => `${coin} ${position}`

export function sameId(): OperatorError {
  return new OperatorError({
    code: 'ledger.same-id',
    message: 'Two transactions of different names have the same id in the ledger.',
    remedy:
      'Nothing was imported. Names of transactions that a chain gives never do; check what made up those of the file.',
  })
}
