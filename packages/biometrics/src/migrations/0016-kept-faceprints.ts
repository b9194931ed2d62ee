import { sqlMigration } from '@touchstone/storage'

/**
 * Allows faceprints that belong to no account: those of erased people and of faces that were refused as
 * duplicates. They are used only for searches, and they expire.
 */
export const keptFaceprints = sqlMigration([
  `alter table faceprint
    add column purpose text not null default 'person' check (purpose in ('person', 'forgotten', 'refused')),
    add column expires_at timestamptz(3)`,
  'create index faceprint_expiry on faceprint (expires_at) where expires_at is not null',
])
