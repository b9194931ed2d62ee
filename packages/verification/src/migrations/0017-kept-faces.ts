import { sqlMigration } from '@touchstone/storage'

/** Adds to the receipt the time until which a faceprint is kept after the erasure. */
export const keptFaces = sqlMigration([
  'alter table forget_receipt add column face_kept_until timestamptz(3)',
])
