import { accountId, type LedgerTransfer, networkPrefix } from '../../ledger-store.ts'
import type { PackedMovement } from '../packing/packed-movements.ts'
import type { FreshTransaction } from '../transactions/merge-transactions.ts'

/** What a batch adds to one account: an address and a coin. */
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
  /** Transactions that moved something of the account already, before the batch told more of them. */
  continued: ContinuedTransaction[] | undefined
}

type ContinuedTransaction = Pick<PackedMovement, 'tx' | 'time'>

/**
 * What the accounts gain by transfers that the ledger does not have. A transaction counts once per account and way,
 * however many transfers it has and in however many batches they come.
 */
export function addUpBatch(transactions: readonly FreshTransaction[]): AccountChange[] {
  const byCoin = new Map<number, Map<string, OpenChange>>()
  const changes: OpenChange[] = []
  for (const transaction of transactions) {
    const { network, block, time, reference: tx, fresh, had } = transaction
    const prefix = networkPrefix(network)
    const hadWays = had.length === 0 ? undefined : waysOf(network, had)
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
        change.ways = hadWays?.get(`${coin} ${account}`) ?? 0
        if (change.ways !== 0) {
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
          countWay(sender, sent)
        }
      }
      if (to !== '' && !fee) {
        const receiver = changeOf(to, coin)
        receiver.movements.push({ kind: 'in', time, block, tx, position, counterparty: from, amount })
        receiver.received += amount
        receiver.receivedTransfers += 1
        countWay(receiver, received)
      }
    }
  }
  return changes
}

/** A change that is being added up: in which ways the transaction that is looked at has moved something so far. */
type OpenChange = AccountChange & { transaction: FreshTransaction | undefined; ways: number }

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
    ways: 0,
  }
}

/** In which ways transfers moved something of each account. */
function waysOf(network: number, transfers: readonly LedgerTransfer[]): Map<string, number> {
  const ways = new Map<string, number>()
  const add = (address: string, coin: number, way: number) => {
    if (address === '') return
    const key = `${coin} ${accountId({ network, address })}`
    ways.set(key, (ways.get(key) ?? 0) | way)
  }
  for (const { coin, from, to, fee } of transfers) {
    if (fee) continue
    add(from, coin, sent)
    add(to, coin, received)
  }
  return ways
}

/** All who change accounts lock them in this order, so that nobody waits for somebody who waits for them. */
export function inLockOrder(one: AccountChange, other: AccountChange): number {
  if (one.account !== other.account) return one.account < other.account ? -1 : 1
  return one.coin - other.coin
}

/** How many transactions something has: in all, those that received and those that sent. */
export type TransactionCounts = { txs: number; receivedTxs: number; spentTxs: number }

/** Ways in which a transaction moves something of an account. A fee is no way. */
export const received = 1
export const sent = 2

/** Counts a way of a transaction, once; `ways` are those in which it has moved something so far. */
export function countWay(
  counts: TransactionCounts & { ways: number },
  way: typeof received | typeof sent,
): void {
  if ((counts.ways & way) !== 0) return
  if (counts.ways === 0) counts.txs += 1
  if (way === received) counts.receivedTxs += 1
  else counts.spentTxs += 1
  counts.ways |= way
}
