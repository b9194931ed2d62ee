import { sqlMigration } from '@touchstone/storage'

/**
 * Indexes the stuck journeys, because Health and the metrics count them each time they are read. The index is
 * nearly always empty.
 */
export const stuckJourneys = sqlMigration([
  `create index verification_stuck on verification (journey_id) where failure -> 'stuck' is not null`,
])
