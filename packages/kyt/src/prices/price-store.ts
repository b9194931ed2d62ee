import type { ClickHouse } from '@touchstone/storage'
import { asOnePart } from '../ledger/staging-store.ts'

/** Rows as `coin, day, usd, revision`. */
export async function loadPrices(clickhouse: ClickHouse, rows: Buffer): Promise<void> {
  await clickhouse.load(`insert into price (coin, day, usd, revision) settings ${asOnePart} format TSV`, rows)
}

/** The last known price of each coin, in units of 10^-12 USD. */
export async function selectLastPrices(clickhouse: ClickHouse): Promise<{ coin: number; usdE12: string }[]> {
  return await clickhouse.query(
    `select coin, toString(toInt256(argMax(usd, (day, revision)) * 1000000000000)) as usdE12 from price group by coin`,
  )
}
