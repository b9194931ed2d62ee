import { sqlMigration } from '@touchstone/storage'

/** Adds limits to API keys. Existing keys keep all rights, and their MACs stay valid. */
export const keyLimits = sqlMigration([
  'alter table api_key add column name text, add column scopes text[], add column networks text[]',
])
