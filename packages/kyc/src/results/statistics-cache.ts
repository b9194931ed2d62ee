import type { Statistics } from '@touchstone/contract'
import { LRUCache } from 'lru-cache'
import { type KycContext, tablesOf } from '../context.ts'
import { selectStatistics } from './statistics-store.ts'

export type StatisticsCache = { statisticsOf(merchantId: number): Promise<Statistics> }

/**
 * The maximum age of cached counters. Dashboards poll the counters, and concurrent callers share one query.
 */
const believedForMs = 1000

export function createStatisticsCache(context: KycContext): StatisticsCache {
  const answers = new LRUCache<number, { askedAt: number; statistics: Promise<Statistics> }>({ max: 10_000 })
  return {
    async statisticsOf(merchantId) {
      const now = context.clock.now()
      const known = answers.get(merchantId)
      if (known && now >= known.askedAt && now - known.askedAt < believedForMs) return await known.statistics
      const statistics = selectStatistics(tablesOf(context), merchantId)
      answers.set(merchantId, { askedAt: now, statistics })
      // Reports a failure to the waiting callers and does not cache it.
      statistics.catch(() => answers.delete(merchantId))
      return await statistics
    },
  }
}
