import { sqlMigration } from '@touchstone/storage'

/** Stores whether a code has twelve characters instead of six digits, because the page shows this. */
export const longCodes = sqlMigration([
  'alter table login_code add column is_long boolean not null default false',
])
