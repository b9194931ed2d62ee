import type { Alerts, WatchLevelChanged } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import {
  type AlertRow,
  deleteFinishedBefore,
  reviveAlerts,
  selectAlertsOf,
  selectDeadAlerts,
} from './alert-store.ts'
import { deliveriesOnPage } from './list-deliveries.ts'
import type { WatchContext } from './watch-context.ts'

export type DeadAlert = {
  readonly id: string
  readonly merchant: string
  readonly alert: WatchLevelChanged
  readonly tries: number
  readonly problem: string
  readonly diedAt: Date
}

/** Lists alerts whose delivery failed permanently, oldest first. */
export async function listDeadAlerts(
  context: WatchContext,
  of: { merchant?: string; limit: number },
): Promise<DeadAlert[]> {
  return (await selectDeadAlerts(journalOf(context), of)).map(deadAlert)
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reschedules dead alerts (a single alert, a merchant's alerts, or all), starting again with the first
 * attempt. Returns the number of alerts scheduled.
 */
export async function retryDeadAlerts(
  context: WatchContext,
  which: { id?: string; merchant?: string },
): Promise<number> {
  if (which.id !== undefined && !idForm.test(which.id)) return 0
  return await reviveAlerts(journalOf(context), which, new Date(context.clock.now()))
}

function deadAlert(row: AlertRow): DeadAlert {
  return {
    id: row.id,
    merchant: row.merchant,
    alert: JSON.parse(row.body) as WatchLevelChanged,
    tries: row.tries,
    problem: row.problem ?? '',
    diedAt: row.finishedAt ?? row.createdAt,
  }
}

export const deliveredKeptDays = 30

/**
 * Deletes delivered and kept alerts that are older than 30 days. Dead alerts remain. Returns the number of
 * alerts deleted.
 */
export async function tidyAlerts(context: WatchContext): Promise<number> {
  const before = context.clock.now() - deliveredKeptDays * 24 * 60 * 60 * 1000
  return await deleteFinishedBefore(journalOf(context), new Date(before))
}

/** Lists the level changes of a merchant's watches, with their reasons, newest first. */
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
