import { createFairQueue, type FairQueue } from '@touchstone/common'
import { ServiceError } from '@touchstone/contract'
import { createPacer, type Pacer } from '../pace/pacer.ts'
import type { BudgetCeiling } from './budget-ceiling.ts'

/** The limits that protect the process and other merchants from expensive risk scores. */
export type RiskLimits = {
  readonly ceiling: BudgetCeiling
  /** The maximum time that tracing for one answer can take. */
  readonly timeLimitMs: number
  /** The scores in progress, by merchant. */
  readonly queue: FairQueue
  /**
   * Returns the state of the queue and the number of scores refused since the process started, for metrics.
   */
  load(): RiskLoad
  readonly pacer: Pacer
}

export type RiskLoad = {
  readonly running: number
  readonly waiting: number
  /**
   * `merchant`: the merchant had too many scores. `service`: there were too many scores across all merchants.
   */
  readonly refused: { readonly merchant: number; readonly service: number }
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
   * Maximum number of scores that the process calculates at the same time. `scoresOfMerchant` is the maximum
   * for one merchant.
   */
  scoresAtOnce: number
  scoresOfMerchant: number
}): RiskLimits {
  const { ceiling, timeLimitMs, scoresAtOnce, scoresOfMerchant } = options
  const refused = { merchant: 0, service: 0 }
  const detail = 'too many risk scores in progress'
  const queue = createFairQueue({
    seats: () => scoresAtOnce,
    seatsOfOne: () => Math.min(scoresOfMerchant, scoresAtOnce),
    queueLimit,
    refuse(because) {
      const isOwn = because === 'owner'
      refused[isOwn ? 'merchant' : 'service'] += 1
      return new ServiceError(isOwn ? 'rateLimit' : 'notReady', { detail, retryAfterSeconds })
    },
  })
  const load = () => ({ ...queue.load(), refused: { ...refused } })
  return { ceiling, timeLimitMs, queue, load, pacer: createPacer() }
}
