import { sqlMigration } from '@touchstone/storage'

/**
 * Moves the rule that two members have to close a merchant's cases into the merchant's row, whose MAC covers it.
 * Null until it is set, so that existing MACs stay valid. No released version has stored the rule elsewhere.
 */
export const casesByTwo = sqlMigration([
  'alter table merchant add column cases_by_two boolean',
  'drop table case_setting',
  // Days until a new case is due, by priority.
  'alter table merchant add column case_due_days jsonb',
])
