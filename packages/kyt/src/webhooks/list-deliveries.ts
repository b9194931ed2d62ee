import type { Deliveries, WatchLevelChanged } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { selectAlertsOf } from './alert-store.ts'
import type { WatchContext } from './watch-context.ts'
import { selectWebhook } from './webhook-store.ts'

export const deliveriesOnPage = 50

/** Lists a merchant's alerts with their delivery state, newest first. */
export async function listDeliveries(
  context: WatchContext,
  of: { merchant: string; before?: number; limit?: number },
): Promise<Deliveries> {
  const db = journalOf(context)
  const limit = of.limit ?? deliveriesOnPage
  const rows = await selectAlertsOf(db, { ...of, limit: limit + 1, sent: true })
  const usual = (await selectWebhook(db, of.merchant))?.url ?? null
  return {
    deliveries: rows.slice(0, limit).flatMap(({ seq, id, body, url, state, tries, problem, ...row }) => {
      if (state === 'kept') return []
      const { coin, address, from, to } = JSON.parse(body) as WatchLevelChanged
      return {
        ...{ seq, id, at: row.createdAt.toISOString(), coin, address },
        ...{ from: from.risk_level, to: to.risk_level, state, tries, problem },
        // An alert without its own URL is sent to the default URL that is set at the time of each attempt.
        host: hostIn(url ?? usual),
        finishedAt: row.finishedAt?.toISOString() ?? null,
      } as const
    }),
    more: rows.length > limit,
  }
}

function hostIn(url: string | null): string | null {
  return url === null ? null : new URL(url).host
}
