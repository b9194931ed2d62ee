import { sqlMigration } from '@touchstone/storage'

/** People are known by an opaque name that the caller gives; all that is known of their faces is sealed. */
export const faceprints = sqlMigration([
  // Each change has a number of its own, in the order in which changes were committed: the row is locked by who changes.
  `create table faceprint_state (
    singleton boolean primary key default true check (singleton),
    change bigint not null
  )`,
  'insert into faceprint_state (change) values (0)',

  `create table faceprint_key (
    id bigint generated always as identity primary key,
    -- Which key of the key file or of the key service wraps it.
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

  // What was deleted, so that every node forgets it: a number that means nothing by itself.
  `create table faceprint_gone (
    id bigint primary key,
    change bigint not null unique
  )`,
])
