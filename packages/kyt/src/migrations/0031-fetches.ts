import { sqlMigration } from '@touchstone/storage'

/** Creates the queue of queries whose missing histories are fetched in the background. */
export const fetches = sqlMigration([
  `create table kyt_fetch (
    merchant text not null,
    coin text not null,
    address text not null,
    due_at timestamptz(3) not null,
    tries integer not null,
    -- Until then one node is fetching; if that node dies, another takes over.
    claimed_until timestamptz(3),
    primary key (merchant, coin, address)
  )`,
  'create index kyt_fetch_due on kyt_fetch (due_at)',
])
