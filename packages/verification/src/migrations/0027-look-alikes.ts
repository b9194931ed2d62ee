import { sqlMigration } from '@touchstone/storage'

/**
 * Stores whose faceprint a similar face is, under a keyed hash of the faceprint's name. Reviews of similar faces
 * become reviews for the operator, because they compare people of different merchants.
 */
export const lookAlikes = sqlMigration([
  `create table face_owner (
    face_hash bytea primary key,
    person_id bigint not null unique references person
  )`,
  "update review set for_operator = true where kind = 'faceprint' and decided_at is null",
])
