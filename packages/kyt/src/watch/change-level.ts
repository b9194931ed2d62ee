import type { WatchLevelData } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { checkedWatch, type Scored } from './score-watch.ts'
import type { WatchContext } from './watch-context.ts'
import { lockPause, lockWatch, subjectOf, updateChecked, updateLevel, type WatchRow } from './watch-store.ts'

/**
 * Stores a new level and its event in one transaction. If several nodes find the same change, only the first
 * node stores it. Returns whether this call stored it.
 */
export async function changeLevel(
  context: WatchContext,
  found: { watchId: number; scored: Scored; version: number },
): Promise<boolean> {
  const { scored, version } = found
  return await journalOf(context)
    .transaction()
    .execute(async (db) => {
      if (await lockPause(db)) return false
      const watch = await lockWatch(db, found.watchId)
      if (watch === undefined || watch.checkedVersion >= version) return false
      const now = new Date(context.clock.now())
      const checked = checkedWatch(watch, scored)
      if (watch.riskLevel === scored.risk_level) {
        await updateChecked(db, [checked], { version, now })
        return false
      }
      await updateLevel(db, checked, { version, now })
      await context.events.record(db, {
        type: 'kyt.watch.level_changed',
        data: describeChange(watch, scored),
        ...{ merchant: watch.merchant, subject: subjectOf(watch), url: watch.url, at: now },
      })
      return true
    })
}

function describeChange(watch: WatchRow, scored: Scored): WatchLevelData {
  return {
    coin: watch.coin,
    address: watch.address,
    from: { score: watch.score, risk_level: watch.riskLevel },
    to: { score: scored.score, risk_level: scored.risk_level },
    hacking_event: scored.hacking_event,
    detail_list: scored.detail_list,
  }
}
