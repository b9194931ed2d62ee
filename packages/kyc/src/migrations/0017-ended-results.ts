import { sqlMigration } from '@touchstone/storage'

/** A result that the merchant is told no longer (`withdrawn`), or that has to be made anew (`expired`). */
export const endedResults = sqlMigration([
  `alter table journey
    add column ended text check (ended in ('withdrawn', 'expired')),
    add column ended_at timestamptz(3)`,
  'alter table journey add check ((ended is null) = (ended_at is null))',
])
