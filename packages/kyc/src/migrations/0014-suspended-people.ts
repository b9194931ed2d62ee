import { sqlMigration } from '@touchstone/storage'

/** Adds the column that suspends a person's grants while a request proven only by a face match is pending. */
export const suspendedPeople = sqlMigration(['alter table person add column suspended_at timestamptz(3)'])
