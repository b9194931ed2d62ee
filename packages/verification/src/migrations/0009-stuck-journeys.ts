import { sqlMigration } from '@touchstone/storage'

/**
 * Indexes the stuck journeys, because Health and the metrics count them each time they are read. There are
 * nearly always none.
 */
export const stuckJourneys = sqlMigration([
  `create index verification_stuck on verification (journey_id) where failure -> 'stuck' is not null`,
])
