import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the faceprint tables. The caller identifies people by opaque identifiers. Faceprints are sealed.
 */
export const biometrics = sqlMigration([
  // Every change to the gallery locks this row, so that changes are numbered in commit order.
  `create table faceprint_state (
    singleton boolean primary key default true check (singleton),
    change bigint not null
  )`,
  'insert into faceprint_state (change) values (0)',

  `create table faceprint_key (
    id bigint generated always as identity primary key,
    -- The key of the key file or of the key service that wraps it.
    wrapped_by text not null,
    wrapped bytea not null,
    created_at timestamptz(3) not null
  )`,

  `create table faceprint (
    id bigint generated always as identity primary key,
    person text not null,
    model text not null,
    key_id bigint not null references faceprint_key (id),
    sealed bytea not null,
    change bigint not null unique,
    enrolled_at timestamptz(3) not null,
    unique (person, model)
  )`,
  'create index faceprint_of_key on faceprint (key_id)',

  // Records deleted faceprints, so that every node removes them from memory. The id alone does not identify a
  // person.
  `create table faceprint_gone (
    id bigint primary key,
    change bigint not null unique
  )`,
])
