import { accountId, type LedgerTransfer, networkPrefix } from '../../ledger-store.ts'
import type { PackedMovement } from '../packing/packed-movements.ts'
import type { FreshTransaction } from '../transactions/merge-transactions.ts'

/** A batch's change to one account (an address and a coin). */
export type AccountChange = {
  /** Its `accountId`. */
  readonly account: string
  readonly coin: number
  received: bigint
  spent: bigint
  fees: bigint
  receivedTxs: number
  spentTxs: number
  txs: number
  receivedTransfers: number
  spentTransfers: number
  first: number
  last: number
  readonly movements: PackedMovement[]
  /** The transactions in the batch that already had movements of this account in the ledger. */
  continued: ContinuedTransaction[] | undefined
}

type ContinuedTransaction = Pick<PackedMovement, 'tx' | 'time'>

/**
 * Calculates the account changes that result from transfers that are new to the ledger. Counts a transaction
 * once per account and direction, even if the transaction has several transfers or arrives in several
 * batches.
 */
export function addUpBatch(transactions: readonly FreshTransaction[]): AccountChange[] {
  const byCoin = new Map<number, Map<string, OpenChange>>()
  const changes: OpenChange[] = []
  for (const transaction of transactions) {
    const { network, block, time, reference: tx, fresh, had } = transaction
    const prefix = networkPrefix(network)
    const existingDirections = had.length === 0 ? undefined : directionsOf(network, had)
    const changeOf = (address: string, coin: number) => {
      let ofCoin = byCoin.get(coin)
      if (ofCoin === undefined) {
        ofCoin = new Map()
        byCoin.set(coin, ofCoin)
      }
      const account = prefix + address
      let change = ofCoin.get(account)
      if (change === undefined) {
        change = newChange(account, coin, time)
        ofCoin.set(account, change)
        changes.push(change)
      }
      if (change.transaction !== transaction) {
        change.transaction = transaction
        change.directions = existingDirections?.get(`${coin} ${account}`) ?? 0
        if (change.directions !== 0) {
          change.continued ??= []
          change.continued.push({ tx, time })
        }
        if (time < change.first) change.first = time
        if (time > change.last) change.last = time
      }
      return change
    }
    for (const { coin, position, from, to, amount, fee } of fresh) {
      if (from !== '') {
        const sender = changeOf(from, coin)
        const kind = fee ? 'fee' : 'out'
        sender.movements.push({ kind, time, block, tx, position, counterparty: to, amount })
        if (fee) sender.fees += amount
        else {
          sender.spent += amount
          sender.spentTransfers += 1
          countDirection(sender, sent)
        }
      }
      if (to !== '' && !fee) {
        const receiver = changeOf(to, coin)
        receiver.movements.push({ kind: 'in', time, block, tx, position, counterparty: from, amount })
        receiver.received += amount
        receiver.receivedTransfers += 1
        countDirection(receiver, received)
      }
    }
  }
  return changes
}

/**
 * The change to an account while a batch is being processed, with the directions of the current transaction's
 * transfers so far.
 */
type OpenChange = AccountChange & { transaction: FreshTransaction | undefined; directions: number }

function newChange(account: string, coin: number, time: number): OpenChange {
  return {
    account,
    coin,
    received: 0n,
    spent: 0n,
    fees: 0n,
    receivedTxs: 0,
    spentTxs: 0,
    txs: 0,
    receivedTransfers: 0,
    spentTransfers: 0,
    first: time,
    last: time,
    movements: [],
    continued: undefined,
    transaction: undefined,
    directions: 0,
  }
}

/** Returns the directions in which the transfers move each account's coins. */
function directionsOf(network: number, transfers: readonly LedgerTransfer[]): Map<string, number> {
  const directions = new Map<string, number>()
  const add = (address: string, coin: number, direction: number) => {
    if (address === '') return
    const key = `${coin} ${accountId({ network, address })}`
    directions.set(key, (directions.get(key) ?? 0) | direction)
  }
  for (const { coin, from, to, fee } of transfers) {
    if (fee) continue
    add(from, coin, sent)
    add(to, coin, received)
  }
  return directions
}

/** All writers lock accounts in this order, which prevents deadlocks. */
export function inLockOrder(one: AccountChange, other: AccountChange): number {
  if (one.account !== other.account) return one.account < other.account ? -1 : 1
  return one.coin - other.coin
}

/** Number of transactions: in total, incoming and outgoing. */
export type TransactionCounts = { txs: number; receivedTxs: number; spentTxs: number }

/** A transaction's directions from an account's perspective, as bits. A fee has no direction. */
export const received = 1
export const sent = 2

/**
 * Counts each direction of a transaction once. `directions` contains the directions counted so far, as bits.
 */
export function countDirection(
  counts: TransactionCounts & { directions: number },
  direction: typeof received | typeof sent,
): void {
  if ((counts.directions & direction) !== 0) return
  if (counts.directions === 0) counts.txs += 1
  if (direction === received) counts.receivedTxs += 1
  else counts.spentTxs += 1
  counts.directions |= direction
}
