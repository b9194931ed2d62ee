import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * The proportional method: outgoing funds are an even mixture of the balance. For received funds, the walk
 * goes backwards in time: each requested outgoing transfer adds to the value to attribute, and each incoming
 * transfer takes its share of this value. The result is exact, because the remainder of each division stays
 * in the value, and the last transfer takes all of the remaining value.
 */
export const shareOutHaircut: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value, event) => {
    const part = (value * event.amount) / event.pool
    return { part, left: value - part }
  })
