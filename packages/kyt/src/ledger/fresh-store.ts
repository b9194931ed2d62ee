import { type ClickHouse, partsOf } from '@touchstone/storage'
import type { BlockRange } from './import-journal-store.ts'
import { freshTransfer, givenTransfer, hadMovement } from './ledger-tables.ts'
import { asOnePart, everyTime } from './staging-store.ts'

type Rows = { importId: number; firstRow: number; lastRow: number }

const rowsOf = 'import = {import:UInt64} and row >= {first:UInt64} and row <= {last:UInt64}'
const of = (rows: Rows) => ({ import: rows.importId, first: rows.firstRow, last: rows.lastRow })

/** Which blocks of which networks the rows speak of. */
export async function selectRanges(
  clickhouse: ClickHouse,
  rows: Rows,
): Promise<(BlockRange & { written: number })[]> {
  return await clickhouse.work(
    `select network, toFloat64(min(block)) as first, toFloat64(max(block)) as last,
       toFloat64(countIf(sender_text != '' or receiver_text != '')) as written
     from staged_transfer where ${rowsOf} and problem = '' group by network order by network`,
    of(rows),
  )
}

/**
 * Lays aside what of these rows is new: each transfer once, and none that the ledger has. Only when the ledger may have
 * something of their blocks are they looked for in it. Computed before anything is put in: afterwards it could not be
 * told apart any more.
 */
export async function prepareFresh(
  clickhouse: ClickHouse,
  batch: { id: number; rows: Rows; covered: readonly BlockRange[]; written: boolean },
): Promise<number> {
  await dropFresh(clickhouse, batch.id)
  const once = `select * from (${batch.written ? writtenRows : plainRows}) order by row limit 1 by coin, tx, position`
  const insertGiven = async (table: string) =>
    await clickhouse.work(
      `insert into ${table} (batch, ${columns}) settings ${everyTime}, ${asOnePart} select ${Number(batch.id)}, ${columns} from (${once})`,
      of(batch.rows),
    )
  if (batch.covered.length === 0) {
    await insertGiven('fresh_transfer')
  } else {
    await insertGiven('given_transfer')
    await leaveOutKnown(clickhouse, batch.id, batch.covered)
  }
  const [row] = await clickhouse.work<{ fresh: number }>(
    'select toFloat64(count()) as fresh from fresh_transfer where batch = {batch:UInt64}',
    { batch: batch.id },
  )
  return row?.fresh ?? 0
}

const columns = 'network, coin, tx, position, block, time, sender, receiver, amount, fee'

const plainRows = `select ${columns}, row from staged_transfer where ${rowsOf} and problem = ''`

const forms = 'select network, text, bytes from address_form where import = {import:UInt64} and valid = 1'

const writtenRows = `
  select s.network as network, coin, tx, position, block, time,
    if(sender_text = '', s.sender, f.bytes) as sender, if(receiver_text = '', s.receiver, t.bytes) as receiver,
    amount, fee, row
  from (select * from staged_transfer where ${rowsOf} and problem = '') as s
  left any join (${forms}) as f on f.network = s.network and f.text = s.sender_text
  left any join (${forms}) as t on t.network = s.network and t.text = s.receiver_text
  where (sender_text = '' or f.text != '') and (receiver_text = '' or t.text != '')`

/**
 * A transaction is found in the ledger by a hash of its hash, and told from another with the same one by its whole hash:
 * nobody can hide a transfer by making two that collide.
 */
async function leaveOutKnown(clickhouse: ClickHouse, batchId: number, covered: readonly BlockRange[]) {
  const inside = covered
    .map(({ network, first, last }) => `(network = ${network} and block between ${first} and ${last})`)
    .join(' or ')
  const asked = `select distinct tx from given_transfer where batch = {batch:UInt64} and (${inside})`
  await clickhouse.work(
    `insert into had_movement settings ${everyTime}, ${asOnePart}
     select ${Number(batchId)}, network, address, coin, tx, position,
       multiIf(kind = 'in', 1, kind = 'out', 2, 0), counterparty
     from movement
     where (network, address, coin, time) global in (
         select network, party, coin, time from transaction_party where id global in (
           select cityHash64(tx) from (${asked})))
       and tx global in (${asked})`,
    { batch: batchId },
  )
  const had = 'from had_movement where batch = {batch:UInt64}'
  const sides = `
    select network, address, coin, tx, toUInt8(groupBitOr(way)) as ways from (
      select network, address, coin, tx, way ${had}
      union all
      select network, counterparty, coin, tx, multiIf(way = 1, 2, way = 2, 1, 0) ${had} and counterparty != '')
    group by network, address, coin, tx`
  await clickhouse.work(
    `insert into fresh_transfer (batch, ${columns}, sender_seen, receiver_seen)
     settings ${everyTime}, ${asOnePart}
     select batch, ${columns
       .split(', ')
       .map((column) => `given.${column}`)
       .join(', ')}, from_side.ways, to_side.ways
     from (select * from given_transfer where batch = {batch:UInt64}
       and (coin, tx, position) not in (select coin, tx, position ${had})) as given
     left any join (${sides}) as from_side
       on from_side.network = given.network and from_side.address = given.sender
         and from_side.coin = given.coin and from_side.tx = given.tx
     left any join (${sides}) as to_side
       on to_side.network = given.network and to_side.address = given.receiver
         and to_side.coin = given.coin and to_side.tx = given.tx`,
    { batch: batchId },
  )
}

export async function dropFresh(clickhouse: ClickHouse, batchId: number): Promise<void> {
  for (const table of [freshTransfer, givenTransfer, hadMovement]) {
    await clickhouse.work(
      `alter table ${partsOf(table, clickhouse.cluster)} drop partition ${Number(batchId)}`,
    )
  }
}
