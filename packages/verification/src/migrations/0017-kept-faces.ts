import { sqlMigration } from '@touchstone/storage'

/** Adds to the receipt until when a faceprint stays after the erasure. */
export const keptFaces = sqlMigration([
  'alter table forget_receipt add column face_kept_until timestamptz(3)',
])
