import { findCoin } from '@touchstone/kyt'
import type { Operation } from './questions.ts'

/**
 * The tables and indexes of the plain rows, a straightforward schema. Addresses and hashes are stored as
 * bytes, as in the ledger.
 */
export const tables = [
  `create table transfer (coin smallint not null, tx bytea not null, position bigint not null, block bigint not null,
     time bigint not null, sender bytea not null, receiver bytea not null, amount numeric not null,
     primary key (tx, position, coin))`,
  'create index transfer_sender on transfer (sender, coin, time)',
  'create index transfer_receiver on transfer (receiver, coin, time)',
  `create table label (address bytea primary key, entity text not null, label text not null, category text not null,
     incident text not null)`,
]

/**
 * All transfers of an address ($1): incoming ones from the receiver index, outgoing ones from the sender
 * index.
 */
const movesOf = (where: string) => `(
  select true as incoming, coin, tx, time, block, sender as other, amount from transfer where receiver = $1 ${where}
  union all
  select false, coin, tx, time, block, receiver, amount from transfer where sender = $1 ${where}) as move`

const inCoin = movesOf('and coin = $2')
const inAnyCoin = movesOf('')

/** Each benchmarked operation as one SQL statement. In statements for a single coin, `$2` is the coin. */
export const statements: Readonly<Record<Operation, { text: string; ofCoin: boolean }>> = {
  labels: {
    ofCoin: false,
    text: 'select entity, label, category from label where address = $1',
  },

  overview: {
    ofCoin: true,
    text: `select sum(amount) filter (where incoming) as received, sum(amount) filter (where not incoming) as spent,
        count(distinct tx) as txs, count(distinct tx) filter (where incoming) as received_txs,
        count(distinct tx) filter (where not incoming) as spent_txs, min(time) as first_seen, max(time) as last_seen
      from ${inCoin}`,
  },

  counterparty: {
    ofCoin: true,
    text: `select coalesce(label.entity, 'Unknown') as name, sum(dealing.amount) as amount
      from (select other, sum(amount) as amount from ${inCoin} group by other) as dealing
      left join label on label.address = dealing.other
      group by 1 order by 2 desc`,
  },

  actions: {
    ofCoin: true,
    text: `select coalesce(label.category, 'Transfer') as action, sum(received) as received, sum(spent) as spent
      from (select other, count(*) filter (where incoming) as received, count(*) filter (where not incoming) as spent
        from ${inCoin} group by other) as dealing
      left join label on label.address = dealing.other
      group by 1 order by 2 desc`,
  },

  score: {
    ofCoin: false,
    text: `select dealing.coin, label.address, label.entity, label.category, label.incident,
        sum(dealing.amount) as amount, (select array_agg(category) from label where address = $1) as own
      from (select coin, other, sum(amount) as amount from ${inAnyCoin} group by coin, other) as dealing
      left join label on label.address = dealing.other
      group by 1, 2, 3, 4, 5`,
  },

  profile: {
    ofCoin: false,
    text: `select
        (select coalesce(label.entity, encode(first.sender, 'hex'))
          from (select sender from transfer where receiver = $1 and coin = ${findCoin('ETH')?.id}
            order by time, block, tx limit 1) as first
          left join label on label.address = first.sender) as first_address,
        (select array_agg(array[category, label]) from label where address = $1) as own,
        (select array_agg(array[category, entity, incident])
          from label join (select distinct other from ${inAnyCoin}) as dealing on dealing.other = label.address) as known`,
  },

  investigation: {
    ofCoin: true,
    text: `with move as materialized (select * from ${inCoin}),
        page as (select time, block, tx from move group by time, block, tx
          order by time desc, block desc, tx desc limit 1000)
      select move.incoming, move.other, label.label, label.category, sum(move.amount) as amount,
        array_agg(distinct move.tx) as txs, (select count(distinct tx) from move) as total
      from move join page on page.time = move.time and page.block = move.block and page.tx = move.tx
      left join label on label.address = move.other
      group by 1, 2, 3, 4 order by 1, 5 desc`,
  },
}
