import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { DayPrice } from '../ledger-store.ts'
import type { LedgerDb } from './ledger-db.ts'

export async function selectState(db: LedgerDb): Promise<{ readonly id: string; readonly version: number }> {
  const [row] = await binaryQuery(db, 'select id, version from ledger.state')
  if (row === undefined) throw new Error('the ledger has no state')
  return { id: readField.hex(row, 0), version: readField.int8(row, 1) }
}

/** The last step of every change: whoever changes the ledger next waits for this row. */
export async function raiseVersion(db: LedgerDb): Promise<void> {
  await binaryQuery(db, 'update ledger.state set version = version + 1')
}

/** Changes that add go on side by side; one that looks at everything there is has the ledger for itself. */
export async function lockLedger(db: LedgerDb, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await binaryQuery(db, `select ${lock}(hashtextextended('touchstone:ledger', 0))`)
}

export async function selectPrices(db: LedgerDb, coins: readonly number[]): Promise<DayPrice[]> {
  const rows = await binaryQuery(
    db,
    'select coin, day, usd_e12 from ledger.price where coin = any($1::int2[]) order by coin, day',
    [encodeArray.int2(coins)],
  )
  return rows.map((row) => ({
    coin: readField.int2(row, 0),
    day: readField.int4(row, 1),
    usdE12: readField.numeric(row, 2),
  }))
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
