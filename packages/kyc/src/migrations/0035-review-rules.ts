import { sqlMigration } from '@touchstone/storage'

/** Who decides the reviews of a merchant's programs, and whether it takes two people. */
export const reviewRules = sqlMigration([
  'alter table merchant add column reviews_delegated boolean not null default false',
  'alter table merchant add column reviews_by_two boolean not null default false',

  // Of all merchants: one row.
  `create table review_rule (
    only_row boolean primary key default true check (only_row),
    by_two boolean not null
  )`,
  'insert into review_rule (by_two) values (false)',
])
