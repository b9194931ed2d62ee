import { sqlMigration } from '@touchstone/storage'

/** A key that contracts are told of before it signs. */
export const announcedKeys = sqlMigration([
  'alter table credential_issuer_key add column announced boolean not null default false',
  'drop index credential_issuer_key_current',
  `create unique index credential_issuer_key_current on credential_issuer_key (announced)
    where retired_at is null`,
])
