import type { ClickHouse } from '@touchstone/storage'
import type { AccountKey } from '../../operations/account-store.ts'
import type { Movement } from '../taint/purse.ts'

type Row = {
  holder: string
  kind: Movement['kind']
  coin: number
  time: number
  block: number
  hash: string
  place: string
  other: string
  text: string
}

const columns = `kind, coin, time, toFloat64(block) as block, lower(hex(tx)) as hash, toString(position) as place,
  lower(hex(counterparty)) as other, toString(amount) as text`

/** From how many addresses on a second core is worth its setting up. */
const manyAddresses = 8

/**
 * Everything that some addresses moved, in every coin. Each costs the engine about a millisecond for every part of the
 * table, however little it moved; one address is asked for by equality, which is planned soonest.
 */
export async function selectHistories(
  clickhouse: ClickHouse,
  { network, addresses }: { readonly network: number; readonly addresses: readonly string[] },
): Promise<Map<string, Movement[]>> {
  const [only] = addresses
  const isOne = addresses.length === 1 && only !== undefined
  const rows = await clickhouse.query<Row>(
    `select lower(hex(address)) as holder, ${columns} from movement
     where network = {network:UInt8} and counterparty != address
       and address ${isOne ? '= unhex({address:String})' : 'in (select unhex(arrayJoin({addresses:Array(String)})))'}
     settings max_threads = ${addresses.length < manyAddresses ? 1 : 2}`,
    isOne ? { network, address: only } : { network, addresses },
  )
  const histories = new Map<string, Movement[]>()
  for (const row of rows) {
    const history = histories.get(row.holder)
    if (history === undefined) histories.set(row.holder, [toMovement(row)])
    else history.push(toMovement(row))
  }
  return histories
}

/** The newest movements of one address, so many of each coin; which they are is the same every time. */
export async function selectNewestMovements(
  clickhouse: ClickHouse,
  of: { readonly account: AccountKey; readonly coins: readonly number[]; readonly most: number },
): Promise<Movement[]> {
  const rows = await Promise.all(
    of.coins.map((coin) =>
      clickhouse.query<Row>(
        `select ${columns} from movement
         where network = {network:UInt8} and address = unhex({address:String}) and coin = {coin:UInt16}
           and counterparty != address
         order by network desc, address desc, movement.coin desc, time desc, movement.block desc, tx desc,
           position desc, movement.kind desc
         limit {most:UInt64} settings max_threads = 1`,
        { ...of.account, coin, most: of.most },
      ),
    ),
  )
  return rows.flat().map(toMovement)
}

const toMovement = (row: Row): Movement => ({
  kind: row.kind,
  coin: row.coin,
  time: row.time,
  block: row.block,
  tx: row.hash,
  position: row.place,
  counterparty: row.other,
  amount: BigInt(row.text),
})

export type TransactionMovement = {
  readonly coin: number
  readonly time: number
  readonly tx: string
  readonly position: string
  /** Both ends in hex; empty for what was minted or burnt. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** The transfers of some transactions in every coin. */
export async function selectTransactionMovements(
  clickhouse: ClickHouse,
  of: { readonly network: number; readonly txs: readonly string[] },
): Promise<TransactionMovement[]> {
  const rows = await clickhouse.query<{
    hash: string
    coin: number
    time: number
    place: string
    sender: string
    receiver: string
    text: string
  }>(
    `select distinct lower(hex(tx)) as hash, coin, time, toString(position) as place, toString(amount) as text,
       lower(hex(if(kind = 'out', address, counterparty))) as sender,
       lower(hex(if(kind = 'out', counterparty, address))) as receiver
     from movement
     where (network, address, coin, time) global in (
         select network, party, coin, time from transaction_party
         where id in (select cityHash64(unhex(arrayJoin({txs:Array(String)})))) and network = {network:UInt8})
       and tx in (select unhex(arrayJoin({txs:Array(String)}))) and kind in ('in', 'out')
     order by hash, coin, position, sender, receiver`,
    of,
  )
  return rows.map(({ hash, coin, time, place, sender, receiver, text }) => ({
    coin,
    time,
    tx: hash,
    position: place,
    from: sender,
    to: receiver,
    amount: BigInt(text),
  }))
}
