import type { Alerts, WatchLevelChanged } from '@touchstone/contract'
import { eventsOnPage, type KycContext, newestEvents } from '@touchstone/kyc'

/** Lists the level changes of a merchant's watches, with their reasons, newest first. */
export async function listAlerts(
  context: KycContext,
  of: { merchant: string; before?: number; limit?: number },
): Promise<Alerts> {
  const { limit = eventsOnPage } = of
  const { events, more } = await newestEvents(context, { ...of, types: ['kyt.watch.level_changed'], limit })
  return {
    alerts: events.map(({ seq, event }) => {
      const { id, created, data } = event as WatchLevelChanged
      const levelOf = ({ score, risk_level: level }: (typeof data)['to']) => ({ score, level })
      return {
        ...{ seq, id, at: new Date(created * 1000).toISOString(), coin: data.coin, address: data.address },
        ...{ from: levelOf(data.from), to: levelOf(data.to) },
        ...{ incident: data.hacking_event, details: data.detail_list },
      }
    }),
    more,
  }
}
