import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * Proportional: what leaves a purse is an even mixture of all that lies in it. Walking back in time, what is asked of
 * the mixture grows with every leaving that is asked about, and each coming takes its part of the mixture with it. Both
 * are exact: what the division leaves over stays in the mixture, and the last one takes it all.
 */
export const shareOutHaircut: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value, event) => {
    const part = (value * event.amount) / event.pool
    return { part, left: value - part }
  })
