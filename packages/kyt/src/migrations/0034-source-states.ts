import { sqlMigration } from '@touchstone/storage'

/**
 * Adds two problems of sources, `behind` and `chain`, and the pauses that providers request, which apply to
 * requests that are already waiting for their turn.
 */
export const sourceStates = sqlMigration([
  'alter table kyt_source drop constraint kyt_source_problem_check',
  `alter table kyt_source add constraint kyt_source_problem_check
    check (problem in ('limited', 'refused', 'unavailable', 'invalid', 'behind', 'chain'))`,
  // Until then no node sends a request, in milliseconds since the Unix epoch.
  'alter table kyt_source_pace add held_until double precision not null default 0',
])
