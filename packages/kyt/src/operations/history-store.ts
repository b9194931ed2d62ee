import type { ClickHouse } from '@touchstone/storage'
import type { AccountKey } from './account-store.ts'

/** Who first sent the account some of a coin; undefined when nobody did, `''` when it was minted. */
export async function selectFirstFunder(
  clickhouse: ClickHouse,
  account: AccountKey,
  coin: number,
): Promise<string | undefined> {
  const [row] = await clickhouse.query<{ counterparty: string }>(
    `select lower(hex(counterparty)) as counterparty from movement
     where network = {network:UInt8} and address = unhex({address:String}) and coin = {coin:UInt16} and kind = 'in'
     order by network, address, coin, time, block, tx, position limit 1
     settings max_threads = 1`,
    { ...account, coin },
  )
  return row?.counterparty
}

export type Window = {
  readonly account: AccountKey
  readonly coin: number
  readonly kinds: readonly ('in' | 'out')[]
  readonly from: number
  readonly to: number
}

const inWindow = `network = {network:UInt8} and address = unhex({address:String}) and coin = {coin:UInt16}
  and time >= {from:UInt32} and time <= {to:UInt32} and kind in {kinds:Array(String)}`

const parametersOf = (window: Window) => ({
  ...window.account,
  coin: window.coin,
  from: window.from,
  to: window.to,
  kinds: window.kinds,
})

export async function countTransactions(clickhouse: ClickHouse, window: Window): Promise<number> {
  const [row] = await clickhouse.query<{ txs: number }>(
    `select toFloat64(uniqExact(tx)) as txs from movement where ${inWindow}`,
    parametersOf(window),
  )
  return row?.txs ?? 0
}

export type TransferGroup = {
  kind: 'in' | 'out'
  /** Bytes in hex; empty for what was minted or burnt. */
  counterparty: string
  amount: string
  /** Stored forms in hex. */
  txs: string[]
}

/** One page of transactions, newest first, their transfers gathered by counterparty. */
export async function selectTransferGroups(
  clickhouse: ClickHouse,
  page: { window: Window; offset: number; limit: number },
): Promise<{ groups: TransferGroup[]; transactions: number }> {
  const rows = await clickhouse.query<TransferGroup & { transactions: number }>(
    `with page as (
       select time, block, tx from movement where ${inWindow}
       group by time, block, tx order by time desc, block desc, tx desc
       limit {limit:UInt64} offset {offset:UInt64})
     select kind, lower(hex(counterparty)) as counterparty, toString(sum(amount)) as amount,
       arrayMap(tx -> lower(hex(tx)), arraySort(groupUniqArray(tx))) as txs,
       toFloat64((select count() from page)) as transactions
     from movement where ${inWindow} and (time, block, tx) in (select time, block, tx from page)
     group by kind, movement.counterparty order by kind, sum(movement.amount) desc, counterparty`,
    { ...parametersOf(page.window), offset: page.offset, limit: page.limit },
  )
  return { groups: rows, transactions: rows[0]?.transactions ?? 0 }
}

export type MovementRow = { kind: 'in' | 'out'; counterparty: string; amount: string; tx: string }

/** Movements of a window as they lie, so many at most. */
export async function selectMovements(
  clickhouse: ClickHouse,
  window: Window,
  limit: number,
): Promise<MovementRow[]> {
  const rows = await clickhouse.query<{ kind: 'in' | 'out'; other: string; text: string; hash: string }>(
    `select kind, lower(hex(counterparty)) as other, toString(amount) as text, lower(hex(tx)) as hash
     from movement where ${inWindow} limit {limit:UInt64} settings max_threads = 1`,
    { ...parametersOf(window), limit },
  )
  return rows.map(({ kind, other, text, hash }) => ({ kind, counterparty: other, amount: text, tx: hash }))
}

export type TransactionRow = { from: string; to: string; amount: string; time: number }

/** The transfers of one coin in one transaction, both ends in hex. */
export async function selectTransaction(
  clickhouse: ClickHouse,
  of: { network: number; coin: number; tx: string },
): Promise<TransactionRow[]> {
  return await clickhouse.query(
    `select distinct lower(hex(if(kind = 'out', address, counterparty))) as from,
       lower(hex(if(kind = 'out', counterparty, address))) as to, toString(amount) as amount, time, position
     from movement
     where (network, address, coin, time) global in (
         select network, party, coin, time from transaction_party
         where id = cityHash64(unhex({tx:String})) and network = {network:UInt8} and coin = {coin:UInt16})
       and tx = unhex({tx:String}) and kind in ('in', 'out')
     order by position`,
    of,
  )
}
