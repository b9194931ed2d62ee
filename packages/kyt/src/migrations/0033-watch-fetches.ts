import { sqlMigration } from '@touchstone/storage'

/** Records when the history of each watched address was last fetched, so that it is fetched again. */
export const watchFetches = sqlMigration([
  'alter table kyt_watch add fetched_at timestamptz(3)',
  'update kyt_watch set fetched_at = checked_at',
  'alter table kyt_watch alter fetched_at set not null',
  // Until then one node is fetching, or the last attempt failed.
  'alter table kyt_watch add fetch_after timestamptz(3)',
  'create index kyt_watch_fetched on kyt_watch (fetched_at)',
])
