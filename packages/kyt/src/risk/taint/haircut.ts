import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * Proportional: outgoing funds are an even mixture of the balance. Going backwards in time, each requested
 * outgoing transfer adds to the requested value, and each incoming transfer takes its share of it. The result
 * is exact: remainders of divisions stay in the requested value, and the last transfer takes them.
 */
export const shareOutHaircut: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value, event) => {
    const part = (value * event.amount) / event.pool
    return { part, left: value - part }
  })
