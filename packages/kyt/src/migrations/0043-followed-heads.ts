import { sqlMigration } from '@touchstone/storage'

/** How far behind its chain a followed network is: the head that its node named last, and when each block was made. */
export const followedHeads = sqlMigration([
  `create table kyt_followed_head (
    network smallint primary key,
    head bigint not null,
    asked_at timestamptz(3) not null
  )`,
  // Null of blocks that were taken before.
  'alter table kyt_followed_block add column made_at timestamptz(3)',
])
