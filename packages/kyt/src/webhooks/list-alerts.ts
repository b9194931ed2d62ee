import type { Alerts, WatchLevelChanged } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { selectAlertsOf } from './alert-store.ts'
import { deliveriesOnPage } from './list-deliveries.ts'
import type { WatchContext } from './watch-context.ts'

/** What changed at watched addresses of a merchant and why, the newest first. */
export async function listAlerts(
  context: WatchContext,
  of: { merchant: string; before?: number; limit?: number },
): Promise<Alerts> {
  const limit = of.limit ?? deliveriesOnPage
  const rows = await selectAlertsOf(journalOf(context), { ...of, limit: limit + 1 })
  return {
    alerts: rows.slice(0, limit).map(({ seq, id, body, createdAt }) => {
      const alert = JSON.parse(body) as WatchLevelChanged
      const levelOf = (side: WatchLevelChanged['to']) => ({ score: side.score, level: side.risk_level })
      return {
        ...{ seq, id, at: createdAt.toISOString(), coin: alert.coin, address: alert.address },
        ...{ from: levelOf(alert.from), to: levelOf(alert.to) },
        ...{ incident: alert.hacking_event, details: alert.detail_list },
      }
    }),
    more: rows.length > limit,
  }
}
