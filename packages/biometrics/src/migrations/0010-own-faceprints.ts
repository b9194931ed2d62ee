import { sqlMigration } from '@touchstone/storage'

/**
 * Adds faceprints that are compared only with the person's own later faces. All faceprints that were stored
 * before this migration were enrolled for uniqueness, so they are searched.
 */
export const ownFaceprints = sqlMigration([
  `alter table faceprint add column searched boolean not null default true`,
])
