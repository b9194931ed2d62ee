import { OperatorError } from '@touchstone/common'
import { type LedgerTransfer, networkPrefix, type SourceTransaction } from '../../ledger-store.ts'
import { transactionId } from './transaction-id.ts'

export type MergedTransaction = {
  readonly id: Buffer
  readonly identifier: Buffer
  readonly network: number
  readonly block: number
  readonly time: number
  readonly transfers: readonly LedgerTransfer[]
}

/**
 * Merges transactions, so that each transaction and each of its transfers occurs once. Keeps the first of
 * several transfers that have the same coin and position.
 */
export function mergeTransactions(given: readonly SourceTransaction[]): MergedTransaction[] {
  const merged = new Map<string, { first: SourceTransaction; transfers: readonly LedgerTransfer[] }>()
  for (const first of given) {
    const key = networkPrefix(first.network) + first.tx
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { first, transfers: first.transfers })
    else known.transfers = [...known.transfers, ...first.transfers]
  }
  const transactions: (MergedTransaction & { readonly order: number })[] = []
  for (const [key, { first, transfers }] of merged) {
    const { network, block, time } = first
    const identifier = Buffer.from(key, 'hex')
    const id = transactionId(identifier)
    const order = id.readUInt32BE(0)
    transactions.push({ id, identifier, network, block, time, transfers: eachOnce(transfers), order })
  }
  // All writers lock transactions in the same order, which prevents deadlocks.
  transactions.sort((a, b) => a.order - b.order || a.id.compare(b.id))
  for (const [index, { id }] of transactions.entries()) {
    if (transactions[index + 1]?.id.equals(id)) throw idCollision()
  }
  return transactions
}

function eachOnce(transfers: readonly LedgerTransfer[]): readonly LedgerTransfer[] {
  if (transfers.length < 2) return transfers
  const byPlace = new Map<string, LedgerTransfer>()
  for (const transfer of transfers) {
    const place = placeOf(transfer)
    if (!byPlace.has(place)) byPlace.set(place, transfer)
  }
  return [...byPlace.values()]
}

export const placeOf = ({ coin, position }: LedgerTransfer) => `${coin} ${position}`

export function idCollision(): OperatorError {
  return new OperatorError({
    code: 'ledger.same-id',
    message: 'Two transactions with different identifiers have the same id in the ledger.',
    remedy:
      "Nothing was imported. Transaction identifiers from a chain never collide. Check how the file's transaction identifiers were generated.",
  })
}

/** The transfers in one transaction that are new to the ledger. */
export type FreshTransaction = {
  readonly network: number
  readonly block: number
  readonly time: number
  /** The first half of the transaction id, in hex. */
  readonly reference: string
  readonly fresh: readonly LedgerTransfer[]
  /** The transfers of the transaction that were already in the ledger. */
  readonly had: readonly LedgerTransfer[]
}
