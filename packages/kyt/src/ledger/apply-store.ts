import type { ClickHouse } from '@touchstone/storage'
import { asOnePart, everyTime, token } from './staging-store.ts'

/** Both sides of each transfer of a batch; who minted and who burnt has no side. */
const sides = `
  select network, tx, coin, position, block, time, amount,
    side.1 as address, side.2 as counterparty, side.3 as kind, side.4 as seen
  from (
    select *, arrayJoin(arrayFilter(side -> side.1 != '', [
      (sender, receiver, if(fee = 1, 3, 2), sender_seen),
      (if(fee = 1, '', receiver), sender, 1, receiver_seen)])) as side
    from fresh_transfer where batch = {batch:UInt64})`

/**
 * What a batch adds to each table. A transaction counts once per address, coin and way, however many transfers it has
 * and in however many batches they came.
 */
const inserts = {
  movement: `
    (network, address, coin, time, block, tx, position, kind, counterparty, amount)
    select network, address, coin, time, block, tx, position, kind, counterparty, amount from (${sides})`,

  account_total: `
    select network, address, coin, sum(received), sum(spent), sum(fees),
      sum(is_in and not bitTest(had, 0)), sum(is_out and not bitTest(had, 1)), sum((is_in or is_out) and had = 0),
      sum(transfers_in), sum(transfers_out), min(first), max(last)
    from (
      select network, address, coin, tx,
        sumIf(toInt256(amount), kind = 1) as received, sumIf(toInt256(amount), kind = 2) as spent,
        sumIf(toInt256(amount), kind = 3) as fees,
        countIf(kind = 1) as transfers_in, countIf(kind = 2) as transfers_out,
        transfers_in > 0 as is_in, transfers_out > 0 as is_out,
        max(seen) as had, min(time) as first, max(time) as last
      from (${sides}) group by network, address, coin, tx)
    group by network, address, coin`,

  known_edge: `
    select network, address, coin, counterparty,
      sumIf(toInt256(amount), kind = 1), sumIf(toInt256(amount), kind = 2), countIf(kind = 1), countIf(kind = 2)
    from (${sides})
    where kind != 3 and counterparty != '' and (network, counterparty) global in (select network, address from known_address)
    group by network, address, coin, counterparty`,

  transaction_party: `
    select distinct cityHash64(tx), network, coin, time, if(sender != '', sender, receiver)
    from fresh_transfer where batch = {batch:UInt64}`,
}

type Table = keyof typeof inserts

/** The number of the newest insert that each table has: one that came later has a greater one. */
export type LastInserts = Readonly<Record<string, number>>

/** `undefined` on a cluster, whose tables remember an insert in the same step in which they take it. */
export async function selectLastInserts(clickhouse: ClickHouse): Promise<LastInserts | undefined> {
  if (clickhouse.cluster !== undefined) return undefined
  const rows = await clickhouse.work<{ name: string; last: number }>(
    `select table as name, toFloat64(max(max_block_number)) as last from system.parts
     where database = currentDatabase() and active and table in {tables:Array(String)} group by table`,
    { tables: Object.keys(inserts) },
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * Puts a batch in. Each insert is whole or not there at all, and one that is there already is not made again.
 * `before`: this is not the first time, and it is known what the tables had before the first. One node writes down that
 * it has an insert and only then takes it (or the other way round, as its version goes): killed in between, its memory
 * alone would lose the insert, or have it twice.
 */
export async function applyFresh(
  clickhouse: ClickHouse,
  batchId: number,
  before: LastInserts | undefined,
): Promise<void> {
  const outcomes = await Promise.allSettled(
    lanes.map(async (tables) => {
      for (const table of tables) await applyTo(clickhouse, table, batchId, before)
    }),
  )
  // Only when nothing is under way any more may anybody try again.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Sorting and packing a part keeps one core busy: two tables at a time, of about the same work. */
const lanes: readonly (readonly Table[])[] = [
  ['movement'],
  ['account_total', 'transaction_party', 'known_edge'],
]

async function applyTo(
  clickhouse: ClickHouse,
  table: Table,
  batchId: number,
  before: LastInserts | undefined,
): Promise<void> {
  const [columns, query] = splitColumns(inserts[table])
  const insert = async (once: string) =>
    await clickhouse.work(
      `insert into ${table} ${columns} settings ${once}, ${asOnePart}, optimize_on_insert = 0 ${query}`,
      { batch: batchId },
    )
  const arrived = async () =>
    before === undefined || ((await selectLastInserts(clickhouse))?.[table] ?? 0) > (before[table] ?? 0)
  if (before !== undefined && (await arrived())) return
  await insert(`insert_deduplication_token = ${token('batch', batchId, table)}`)
  if (!(await arrived())) await insert(everyTime)
}

function splitColumns(select: string): [columns: string, query: string] {
  const text = select.trim()
  if (!text.startsWith('(')) return ['', text]
  const end = text.indexOf(')') + 1
  return [text.slice(0, end), text.slice(end)]
}
