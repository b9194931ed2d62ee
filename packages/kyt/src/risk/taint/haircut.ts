import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * Proportional: outgoing funds are an even mixture of the balance. Goes backwards in time. Each requested
 * outgoing transfer adds to the requested value, and each incoming transfer takes its share. The result is
 * exact, because the remainder of each division stays in the requested value, and the last transfer takes it.
 */
export const shareOutHaircut: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value, event) => {
    const part = (value * event.amount) / event.pool
    return { part, left: value - part }
  })
