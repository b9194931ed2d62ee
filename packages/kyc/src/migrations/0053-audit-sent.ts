import { sqlMigration } from '@touchstone/storage'

/** Adds up to which entry each log was sent to the operator's other system. */
export const auditSent = sqlMigration([
  `create table audit_sent (
    chain bigint primary key,
    entry_id bigint not null,
    sent_at timestamptz(3) not null
  )`,
])
