import { createFairQueue, type FairQueue } from '@touchstone/common'
import { ServiceError } from '@touchstone/contract'
import { createPacer, type Pacer } from '../pace/pacer.ts'
import type { BudgetCeiling } from './budget-ceiling.ts'

/** The limits that protect the process and other merchants from expensive risk scores. */
export type RiskLimits = {
  readonly ceiling: BudgetCeiling
  /** How long tracing for one answer can take. */
  readonly timeLimitMs: number
  /** The scores in progress, by merchant. */
  readonly queue: FairQueue
  readonly pacer: Pacer
}

/** Maximum number of waiting scores across all merchants. */
const queueLimit = 64

/** A seat usually becomes free within about this time. */
const retryAfterSeconds = 1

/** Creates the limits for one process. */
export function createRiskLimits(options: {
  ceiling: BudgetCeiling
  timeLimitMs: number
  /**
   * Maximum number of scores that the process calculates at a time. `scoresOfMerchant` is the maximum for one
   * merchant.
   */
  scoresAtOnce: number
  scoresOfMerchant: number
}): RiskLimits {
  const { ceiling, timeLimitMs, scoresAtOnce, scoresOfMerchant } = options
  const queue = createFairQueue({
    seats: () => scoresAtOnce,
    seatsOfOne: () => Math.min(scoresOfMerchant, scoresAtOnce),
    queueLimit,
    refuse: (because) =>
      because === 'owner'
        ? new ServiceError('rateLimit', { detail: 'too many risk scores in progress', retryAfterSeconds })
        : new ServiceError('notReady', { detail: 'too many risk scores in progress', retryAfterSeconds }),
  })
  return { ceiling, timeLimitMs, queue, pacer: createPacer() }
}
