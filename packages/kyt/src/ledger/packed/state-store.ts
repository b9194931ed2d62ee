import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { DayPrice } from '../ledger-store.ts'
import { type LedgerDb, listOf } from './ledger-db.ts'
import { dropAllNextTables } from './rebuild/rebuild-store.ts'

export async function selectId(db: LedgerDb): Promise<string> {
  const [row] = await binaryQuery(db, 'select id from ledger.state')
  if (row === undefined) throw new Error('the ledger has no state')
  return readField.hex(row, 0)
}

/**
 * Changes that only add data can run concurrently. A change that reads all data locks the ledger exclusively.
 */
export async function lockLedger(db: LedgerDb, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await binaryQuery(db, `select ${lock}(hashtextextended('touchstone:ledger', 0))`)
}

export async function selectPrices(db: LedgerDb, coins: readonly number[]): Promise<DayPrice[]> {
  const rows = await binaryQuery(
    db,
    `select coin, day, usd_e12 from ledger.price where coin = any(${listOf(1, 'int2')}) order by coin, day`,
    [encodeArray.int2(coins)],
  )
  return rows.map((row) => ({
    coin: readField.int2(row, 0),
    day: readField.int4(row, 1),
    usdE12: readField.numeric(row, 2),
  }))
}

export async function selectPricedCoins(db: LedgerDb, coins: readonly number[]): Promise<Set<number>> {
  const rows = await binaryQuery(
    db,
    `select coin from unnest($1::int2[]) as coin
     where exists (select from ledger.price where price.coin = coin.coin)`,
    [encodeArray.int2(coins)],
  )
  return new Set(rows.map((row) => readField.int2(row, 0)))
}

export async function upsertPrices(db: LedgerDb, prices: readonly DayPrice[]): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.price (coin, day, usd_e12) select * from unnest($1::int2[], $2::int4[], $3::numeric[])
     on conflict (coin, day) do update set usd_e12 = excluded.usd_e12`,
    [
      encodeArray.int2(prices.map(({ coin }) => coin)),
      encodeArray.int4(prices.map(({ day }) => day)),
      encodeArray.numeric(prices.map(({ usdE12 }) => usdE12)),
    ],
  )
}

/** Versions never restart, because data cached under an old version must not become valid again. */
export async function clearAll(db: LedgerDb): Promise<void> {
  await dropAllNextTables(db)
  await binaryQuery(
    db,
    `truncate ledger.account, ledger.chunk, ledger.transaction, ledger.edge, ledger.known_address, ledger.label,
       ledger.label_source, ledger.name_word, ledger.price, ledger.staged, ledger.staged_fact, ledger.coverage,
       ledger.history, ledger.counterpart`,
  )
  await binaryQuery(
    db,
    `update ledger.state set id = gen_random_uuid(), labels_version = labels_version + 1,
       prices_version = prices_version + 1, retractions = retractions + 1, has_fetched = false`,
  )
}
