import { sqlMigration } from '@touchstone/storage'

/** Allows a person's grants to be suspended while a request of doubtful origin waits. */
export const suspendedPeople = sqlMigration(['alter table person add column suspended_at timestamptz(3)'])
