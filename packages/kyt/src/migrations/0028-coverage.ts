import { sqlMigration } from '@touchstone/storage'

/**
 * Drops the covered block ranges, which the ledger now records itself, and stores with each watch how much of
 * the address's history the ledger contained when the watch was last scored. Existing watches are scored
 * again, because this is not known for them.
 */
export const coverage = sqlMigration([
  'drop table kyt_covered',
  `alter table kyt_watch add coverage text not null default 'none' check (coverage in ('complete', 'partial', 'none'))`,
  'alter table kyt_watch alter coverage drop default',
  'update kyt_watch set checked_version = -1',
])
