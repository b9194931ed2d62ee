import { sqlMigration } from '@touchstone/storage'

/** A way for people who must not look at flashing light, and where to ask when there is none. */
export const colourFree = sqlMigration([
  'alter table program add column colour_free boolean not null default false',
  'alter table merchant add column support text',
])
