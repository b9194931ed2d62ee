import { type BinaryRow, binaryQuery, encodeArray, readField, unnestRow } from '@touchstone/storage'
import { type CoveredRange, extents } from '../../covered-range.ts'
import type { Versioned } from '../../ledger-store.ts'
import { fromStoredTime, type LedgerDb, listOf, toStoredTime } from '../ledger-db.ts'
import { readVersions, versionColumns } from '../versions/version-store.ts'

/**
 * Returns the ranges of the given networks in ascending order, keyed by network, with the ledger versions from
 * which they were read.
 */
export async function selectCoverage(
  db: LedgerDb,
  networks: readonly number[],
): Promise<Versioned<string, readonly CoveredRange[]>> {
  const rows = await binaryQuery(
    db,
    `select found.*, ${versionColumns} from ledger.state cross join (
       select array_agg(network), array_agg(source), array_agg(extent), array_agg(first_block),
         array_agg(last_block), array_agg(first_time), array_agg(last_time), array_agg(read_at)
       from (
         select * from ledger.coverage where network = any(${listOf(1, 'int2')})
         order by network, first_block, last_block, source, extent) as ranges) as found`,
    [encodeArray.int2(networks)],
  )
  const found = new Map<string, CoveredRange[]>()
  for (const range of rows.flatMap((row) => unnestRow(row, 8)).map(toRange)) {
    const ranges = found.get(String(range.network))
    if (ranges === undefined) found.set(String(range.network), [range])
    else ranges.push(range)
  }
  return { versions: readVersions(rows, 8), found }
}

function toRange(row: BinaryRow): CoveredRange {
  const stored = readField.text(row, 2)
  const extent = extents.find((one) => one === stored)
  if (extent === undefined) throw new Error('the ledger has a range of unknown extent')
  return {
    network: readField.int2(row, 0),
    source: readField.text(row, 1),
    extent,
    first: readField.int8(row, 3),
    last: readField.int8(row, 4),
    firstTime: fromStoredTime(readField.int4(row, 5)),
    lastTime: fromStoredTime(readField.int4(row, 6)),
    readAt: fromStoredTime(readField.int4(row, 7)),
  }
}

/**
 * Adds ranges and merges each with the ranges of the same source that it overlaps or touches, so that years of
 * following a chain remain one row. Writers wait for each other, because two of them could otherwise add
 * adjacent ranges without merging them.
 */
export async function addCoverage(db: LedgerDb, ranges: readonly CoveredRange[]): Promise<void> {
  if (ranges.length === 0) return
  await binaryQuery(db, 'lock table ledger.coverage in share row exclusive mode')
  for (const range of ranges) {
    await binaryQuery(
      db,
      `with merged as (
         delete from ledger.coverage
         where network = ($1::int2[])[1] and source = ($2::text[])[1] and extent = ($2::text[])[2]
           and first_block <= ($3::int8[])[2] + 1 and last_block >= ($3::int8[])[1] - 1
         returning first_block, last_block, first_time, last_time, read_at)
       insert into ledger.coverage (network, source, extent, first_block, last_block, first_time, last_time, read_at)
       select ($1::int2[])[1], ($2::text[])[1], ($2::text[])[2],
         least(($3::int8[])[1], min(first_block)), greatest(($3::int8[])[2], max(last_block)),
         least(($4::int4[])[1], min(first_time)), greatest(($4::int4[])[2], max(last_time)),
         greatest(($4::int4[])[3], max(read_at))
       from merged`,
      [
        encodeArray.int2([range.network]),
        encodeArray.text([range.source, range.extent]),
        encodeArray.int8([range.first, range.last]),
        encodeArray.int4([range.firstTime, range.lastTime, range.readAt].map(toStoredTime)),
      ],
    )
  }
}

/**
 * The maximum number of blocks before the first retracted block that are searched for a range's new end time.
 */
const blocksSearched = 1000

/**
 * Removes a network's blocks, starting with a given block, from all ranges. A range that is cut ends at the
 * time of its newest remaining transaction. If there is none in the last thousand blocks, the range ends at
 * its start time, which understates its length until more blocks arrive. Returns whether a range changed.
 */
export async function trimCoverage(
  db: LedgerDb,
  { network, fromBlock }: { readonly network: number; readonly fromBlock: number },
): Promise<boolean> {
  const which = [encodeArray.int4([network]), encodeArray.int8([fromBlock])]
  const changed = await binaryQuery(
    db,
    `with gone as (
       delete from ledger.coverage where network = ($1::int4[])[1] and first_block >= ($2::int8[])[1] returning 1),
     newest as (
       select max(time) as time from ledger.transaction
       where block >= ($2::int8[])[1] - ${blocksSearched} and block < ($2::int8[])[1]
         and get_byte(identifier, 0) = ($1::int4[])[1]),
     cut as (
       update ledger.coverage set last_block = ($2::int8[])[1] - 1,
         last_time = greatest(first_time, least(last_time, coalesce(newest.time, first_time)))
       from newest
       where network = ($1::int4[])[1] and first_block < ($2::int8[])[1] and last_block >= ($2::int8[])[1]
       returning 1)
     select 1::int4 from gone union all select 1::int4 from cut`,
    which,
  )
  return changed.length > 0
}
