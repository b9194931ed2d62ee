import type { ClickHouse } from '@touchstone/storage'
import { asOnePart } from '../ledger/staging-store.ts'

/** Rows as `coin, day, usd, revision`. */
export async function loadPrices(clickhouse: ClickHouse, rows: Buffer): Promise<void> {
  await clickhouse.load(`insert into price (coin, day, usd, revision) settings ${asOnePart} format TSV`, rows)
}

/** The known prices of some coins by day, in units of 10^-12 USD, oldest first. Days are counted since 1970. */
export async function selectPrices(
  clickhouse: ClickHouse,
  coins: readonly number[],
): Promise<{ coin: number; dayNumber: number; usdE12: string }[]> {
  return await clickhouse.query(
    `select coin, toUInt32(toInt32(day)) as dayNumber,
       toString(toInt256(argMax(usd, revision) * 1000000000000)) as usdE12
     from price where coin in {coins:Array(UInt16)} group by coin, day order by coin, day`,
    { coins },
  )
}
