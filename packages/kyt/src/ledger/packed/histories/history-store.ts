import { type BinaryRow, binaryQuery, encodeArray, readField, unnestRow } from '@touchstone/storage'
import { type FetchedHistory, fetchStates } from '../../fetched-history.ts'
import type { Versioned } from '../../ledger-store.ts'
import { fromStoredTime, type LedgerDb, listOf, toStoredTime } from '../ledger-db.ts'
import { readVersions, versionColumns } from '../versions/version-store.ts'

/** Returns the fetched histories of the given addresses, with the versions from which they were read. */
export async function selectFetched(
  db: LedgerDb,
  addresses: readonly string[],
): Promise<Versioned<string, readonly FetchedHistory[]>> {
  const rows = await binaryQuery(
    db,
    `select found.*, ${versionColumns} from ledger.state cross join (
       select array_agg(address), array_agg(state), array_agg(through), array_agg(through_time),
         array_agg(read_at), array_agg(source), array_agg(lacks), array_agg(size)
       from ledger.history where address = any(${listOf(1, 'bytea')})) as found`,
    [encodeArray.hexBytea(addresses)],
  )
  const found = new Map(
    rows.flatMap((row) => unnestRow(row, 8)).map((row) => [readField.hex(row, 0), [toHistory(row)]]),
  )
  return { versions: readVersions(rows, 8), found }
}

function toHistory(row: BinaryRow): FetchedHistory {
  const stored = readField.text(row, 1)
  const state = fetchStates.find((one) => one === stored)
  if (state === undefined) throw new Error('the ledger has a history of unknown state')
  const lacks = readField.text(row, 6)
  const size = readField.int4(row, 7)
  return {
    state,
    through: readField.int8(row, 2),
    throughTime: fromStoredTime(readField.int4(row, 3)),
    readAt: fromStoredTime(readField.int4(row, 4)),
    source: readField.text(row, 5),
    lacks: lacks === '' ? [] : lacks.split('\n'),
    size: size < 0 ? undefined : size,
  }
}

/** Stores how much of an address's history has been fetched. */
export async function upsertHistory(db: LedgerDb, address: string, history: FetchedHistory): Promise<void> {
  const { state, through, throughTime, readAt, source, lacks, size } = history
  await binaryQuery(
    db,
    `insert into ledger.history (address, state, source, lacks, through, through_time, read_at, size)
     values (($1::bytea[])[1], ($2::text[])[1], ($2::text[])[2], ($2::text[])[3], ($3::int8[])[1],
       ($4::int4[])[1], ($4::int4[])[2], ($5::int4[])[1])
     on conflict (address) do update set state = excluded.state, source = excluded.source, lacks = excluded.lacks,
       through = excluded.through, through_time = excluded.through_time, read_at = excluded.read_at,
       size = excluded.size`,
    [
      encodeArray.hexBytea([address]),
      encodeArray.text([state, source, lacks.join('\n')]),
      encodeArray.int8([through]),
      encodeArray.int4([throughTime, readAt].map(toStoredTime)),
      encodeArray.int4([size ?? -1]),
    ],
  )
}

/** Records that the ledger contains fetched data, even if no history is complete yet. */
export async function markFetched(db: LedgerDb): Promise<void> {
  await binaryQuery(db, 'update ledger.state set has_fetched = true where not has_fetched')
}

export async function selectHasFetched(db: LedgerDb): Promise<boolean> {
  const rows = await binaryQuery(db, 'select 1::int4 from ledger.state where has_fetched')
  return rows.length > 0
}

/** Returns the number of retractions and resets. */
export async function selectRetractions(db: LedgerDb): Promise<number> {
  const [row] = await binaryQuery(db, 'select retractions from ledger.state')
  if (row === undefined) throw new Error('the ledger has no state')
  return readField.int8(row, 0)
}

/**
 * Removes a network's blocks, from a given block onwards, from all fetched histories. A shortened history
 * ends at the time of its network's newest remaining transaction, and has to be read again from there.
 * Returns the addresses whose history changed.
 */
export async function trimHistories(
  db: LedgerDb,
  { network, fromBlock }: { readonly network: number; readonly fromBlock: number },
): Promise<string[]> {
  await binaryQuery(db, 'update ledger.state set retractions = retractions + 1')
  const cut = await binaryQuery(
    db,
    `with newest as (
       select max(time) as time from ledger.transaction
       where block < ($2::int8[])[1] and block >= ($2::int8[])[1] - 1000 and get_byte(identifier, 0) = ($1::int4[])[1])
     update ledger.history set through = ($2::int8[])[1] - 1,
       through_time = least(through_time, coalesce(newest.time, through_time)),
       state = case when state = 'whole' then 'part' else state end
     from newest
     where get_byte(address, 0) = ($1::int4[])[1] and through >= ($2::int8[])[1] returning address`,
    [encodeArray.int4([network]), encodeArray.int8([fromBlock])],
  )
  return cut.map((row) => readField.hex(row, 0))
}
