import { sqlMigration } from '@touchstone/storage'

/**
 * Which account a session's wallet has proven, and for which chain: a contract's word counts on its own chain alone. What
 * the device's own wallet signs, and on which device a journey's evidence was shown.
 */
export const provenAccounts = sqlMigration([
  `alter table frame_session
    drop column address_checked_at,
    add column proven_at timestamptz(3),
    add column proven_hash bytea,
    add column proven_chain text,
    add column device_nonce text not null default gen_random_uuid()::text,
    add column face_again boolean not null default false`,
  'alter table verification add column shown_on text',
])
