import { randomUUID } from 'node:crypto'
import type { WatchLevelChanged } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { insertAlert } from '../webhooks/alert-store.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { selectWebhook } from '../webhooks/webhook-store.ts'
import { checkedWatch, type Scored } from './score-watch.ts'
import { lockPause, lockWatch, updateChecked, updateLevel, type WatchRow } from './watch-store.ts'

/**
 * Stores a new level and its alert in one transaction. If several nodes find the same change, only the first
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
      const hasReceiver = watch.url !== null || (await selectWebhook(db, watch.merchant))?.url != null
      const alert = describeChange(watch, scored, now)
      await insertAlert(db, {
        id: alert.id,
        merchant: watch.merchant,
        watchId: watch.id,
        url: watch.url,
        body: JSON.stringify(alert),
        createdAt: now,
        hasReceiver,
      })
      return true
    })
}

function describeChange(watch: WatchRow, scored: Scored, now: Date): WatchLevelChanged {
  return {
    id: randomUUID(),
    type: 'kyt.watch.level_changed',
    created: Math.floor(now.getTime() / 1000),
    coin: watch.coin,
    address: watch.address,
    from: { score: watch.score, risk_level: watch.riskLevel },
    to: { score: scored.score, risk_level: scored.risk_level },
    hacking_event: scored.hacking_event,
    detail_list: scored.detail_list,
  }
}
