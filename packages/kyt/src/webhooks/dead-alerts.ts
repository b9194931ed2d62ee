import type { WatchLevelChanged } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { type AlertRow, reviveAlerts, selectDeadAlerts } from './alert-store.ts'
import type { WatchContext } from './watch-context.ts'

export type DeadAlert = {
  readonly id: string
  readonly merchant: string
  readonly alert: WatchLevelChanged
  readonly tries: number
  readonly problem: string
  readonly diedAt: Date
}

/** Alerts that nobody accepted, oldest first. */
export async function listDeadAlerts(
  context: WatchContext,
  of: { merchant?: string; limit: number },
): Promise<DeadAlert[]> {
  return (await selectDeadAlerts(journalOf(context), of)).map(deadAlert)
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Puts dead alerts back to the beginning of the schedule: one, those of a merchant, or all. Returns how many. */
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
