import type { Watch } from '@touchstone/contract'
import type { WatchRow } from './watch-store.ts'

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** A watch as its merchant sees it. */
export function watchRecord(row: WatchRow): Watch {
  return {
    coin: row.coin,
    address: row.address,
    url: row.url ?? '',
    score: row.score,
    risk_level: row.riskLevel,
    since: seconds(row.addedAt),
    changed: seconds(row.changedAt),
    checked: seconds(row.checkedAt),
  }
}
