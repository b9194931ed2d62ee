import { type ClickHouse, partsOf, type TableDefinition } from '@touchstone/storage'
import { accountTotal, knownEdge, movement, touchedAccount } from './ledger-tables.ts'
import { asOnePart, everyTime } from './staging-store.ts'

type Blocks = { batchId: number; network: number; fromBlock: number }

/** Lays aside whose totals change when these blocks are taken back. */
export async function prepareTouched(clickhouse: ClickHouse, blocks: Blocks): Promise<number> {
  await dropTouched(clickhouse, blocks.batchId)
  await clickhouse.work(
    `insert into touched_account settings ${everyTime}, ${asOnePart}
     select distinct ${Number(blocks.batchId)}, network, address, coin from movement
     where network = {network:UInt8} and block >= {from:UInt64}`,
    { network: blocks.network, from: blocks.fromBlock },
  )
  const [row] = await clickhouse.work<{ touched: number }>(
    'select toFloat64(count()) as touched from touched_account where batch = {batch:UInt64}',
    { batch: blocks.batchId },
  )
  return row?.touched ?? 0
}

/**
 * Takes the blocks out and makes the totals of everybody in them anew from what is left. Every step may be done again:
 * first all is deleted, then all is inserted.
 */
export async function retractBlocks(clickhouse: ClickHouse, blocks: Blocks): Promise<void> {
  const remove = async (table: TableDefinition, where: string) =>
    await clickhouse.work(
      `delete from ${partsOf(table, clickhouse.cluster)} where ${where} settings lightweight_deletes_sync = 2`,
      { network: blocks.network, from: blocks.fromBlock, batch: blocks.batchId },
    )
  const touched =
    '(network, address, coin) global in (select network, address, coin from touched_account where batch = {batch:UInt64})'
  await remove(movement, 'network = {network:UInt8} and block >= {from:UInt64}')
  await remove(accountTotal, touched)
  await clickhouse.work(
    `insert into account_total settings ${everyTime}, ${asOnePart} ${totalsFrom(`select * from movement where ${touched}`)}`,
    {
      batch: blocks.batchId,
    },
  )
  await remove(knownEdge, touched)
  await clickhouse.work(
    `insert into known_edge settings ${everyTime}, ${asOnePart} ${edgesFrom(`select * from movement where ${touched}`)}`,
    {
      batch: blocks.batchId,
    },
  )
}

/** Totals as they follow from movements alone. */
export const totalsFrom = (movements: string): string => `
  select network, address, coin, sum(received), sum(spent), sum(fees), sum(is_in), sum(is_out), sum(is_in or is_out),
    sum(transfers_in), sum(transfers_out), min(first), max(last)
  from (
    select network, address, coin, tx,
      sumIf(toInt256(amount), kind = 'in') as received, sumIf(toInt256(amount), kind = 'out') as spent,
      sumIf(toInt256(amount), kind = 'fee') as fees,
      countIf(kind = 'in') as transfers_in, countIf(kind = 'out') as transfers_out,
      transfers_in > 0 as is_in, transfers_out > 0 as is_out, min(time) as first, max(time) as last
    from (${movements}) group by network, address, coin, tx)
  group by network, address, coin`

const edgesFrom = (movements: string) => `
  select network, address, coin, counterparty,
    sumIf(toInt256(amount), kind = 'in'), sumIf(toInt256(amount), kind = 'out'), countIf(kind = 'in'), countIf(kind = 'out')
  from (${movements})
  where kind != 'fee' and counterparty != '' and (network, counterparty) global in (select network, address from known_address)
  group by network, address, coin, counterparty`

export async function dropTouched(clickhouse: ClickHouse, batchId: number): Promise<void> {
  await clickhouse.work(
    `alter table ${partsOf(touchedAccount, clickhouse.cluster)} drop partition ${Number(batchId)}`,
  )
}
