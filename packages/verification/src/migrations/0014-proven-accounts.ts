import { sqlMigration } from '@touchstone/storage'

/** Which account a session's wallet has proven, and for which chain: a contract's word counts on its own chain alone. */
export const provenAccounts = sqlMigration([
  `alter table frame_session
    drop column address_checked_at,
    add column proven_at timestamptz(3),
    add column proven_hash bytea,
    add column proven_chain text`,
])
