import { sqlMigration } from '@touchstone/storage'

/** Stores when the phone's holder agreed to continue the verification on the phone. */
export const handOffAgreement = sqlMigration(['alter table hand_off add column agreed_at timestamptz(3)'])
