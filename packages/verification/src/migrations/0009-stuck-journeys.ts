import { sqlMigration } from '@touchstone/storage'

/** Health and the metrics count the stuck journeys at every look. Nearly always there are none. */
export const stuckJourneys = sqlMigration([
  `create index verification_stuck on verification (journey_id) where failure -> 'stuck' is not null`,
])
