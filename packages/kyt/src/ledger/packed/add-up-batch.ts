import { accountId, type LedgerTransfer } from '../ledger-store.ts'
import type { FreshTransaction } from './fresh-transaction.ts'
import type { PackedMovement } from './packed-movements.ts'

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
}

/**
 * What the accounts gain by transfers that the ledger does not have. A transaction counts once per account and way,
 * however many transfers it has and in however many batches they come.
 */
export function addUpBatch(transactions: readonly FreshTransaction[]): AccountChange[] {
  const changes = new Map<string, AccountChange>()
  for (const transaction of transactions) {
    const { network, block, time, reference, fresh, had } = transaction
    const before = waysOf(network, had)
    const after = waysOf(network, [...had, ...fresh])
    const touched = new Set<AccountChange>()
    const changeOf = (address: string, coin: number) => {
      const account = accountId({ network, address })
      const key = `${coin} ${account}`
      let change = changes.get(key)
      if (change === undefined) {
        change = newChange(account, coin, time)
        changes.set(key, change)
      }
      touched.add(change)
      if (time < change.first) change.first = time
      if (time > change.last) change.last = time
      return change
    }
    for (const { coin, position, from, to, amount, fee } of fresh) {
      const row = { time, block, position, tx: reference, amount }
      if (from !== '') {
        const sender = changeOf(from, coin)
        sender.movements.push({ ...row, kind: fee ? 'fee' : 'out', counterparty: to })
        if (fee) sender.fees += amount
        else {
          sender.spent += amount
          sender.spentTransfers += 1
        }
      }
      if (to !== '' && !fee) {
        const receiver = changeOf(to, coin)
        receiver.movements.push({ ...row, kind: 'in', counterparty: from })
        receiver.received += amount
        receiver.receivedTransfers += 1
      }
    }
    for (const change of touched) {
      const key = `${change.coin} ${change.account}`
      const [was, is] = [before.get(key) ?? 0, after.get(key) ?? 0]
      if (was === 0 && is !== 0) change.txs += 1
      if ((was & 1) === 0 && (is & 1) !== 0) change.receivedTxs += 1
      if ((was & 2) === 0 && (is & 2) !== 0) change.spentTxs += 1
    }
  }
  return [...changes.values()].sort(inLockOrder)
}

function newChange(account: string, coin: number, time: number): AccountChange {
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
  }
}

/** In which ways transfers moved something of each account: 1 in, 2 out. A fee is no way. */
function waysOf(network: number, transfers: readonly LedgerTransfer[]): Map<string, number> {
  const ways = new Map<string, number>()
  const add = (address: string, coin: number, way: number) => {
    if (address === '') return
    const key = `${coin} ${accountId({ network, address })}`
    ways.set(key, (ways.get(key) ?? 0) | way)
  }
  for (const { coin, from, to, fee } of transfers) {
    if (fee) continue
    add(from, coin, 2)
    add(to, coin, 1)
  }
  return ways
}

/** All who change accounts lock them in this order, so that nobody waits for somebody who waits for them. */
function inLockOrder(one: AccountChange, other: AccountChange): number {
  if (one.account !== other.account) return one.account < other.account ? -1 : 1
  return one.coin - other.coin
}
