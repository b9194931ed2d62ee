import { sqlMigration } from '@touchstone/storage'

export const subjects = sqlMigration([
  // For whom it is asked, as the contract knows them: a keyed hash.
  'alter table chain_job add column subject text',
  // The second word of a mint's call data is the person.
  "update chain_job set subject = '0x' || substr(data, 75, 64) where kind = 'mint'",
  'create index chain_job_subject on chain_job (subject) where subject is not null',
])
