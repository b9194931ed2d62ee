import { sqlMigration } from '@touchstone/storage'

/**
 * For a similar face, stores whose faceprint it is, under a keyed hash of the faceprint's name. Reviews of
 * similar faces become reviews for the operator, because they compare people across merchants.
 */
export const lookAlikes = sqlMigration([
  `create table face_owner (
    face_hash bytea primary key,
    person_id bigint not null unique references person
  )`,
  "update review set for_operator = true where kind = 'faceprint' and decided_at is null",
])
