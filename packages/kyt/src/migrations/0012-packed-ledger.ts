import { sqlMigration } from '@touchstone/storage'

/** What changed when the ledger moved to PostgreSQL: it tells itself how often it has changed, and takes pieces once. */
export const journalOfPackedLedger = sqlMigration([
  'drop table kyt_batch',
  'alter table kyt_ledger drop column ledger_version, drop column label_version, drop column price_version',
  'alter table kyt_import drop column next_offset, drop column staged_rows',
  // Of all watches, those of tomorrow too: an empty ledger must not report to anybody that an address has become harmless.
  'alter table kyt_ledger add column watches_paused boolean not null default false',
])
