import { sqlMigration } from '@touchstone/storage'

/** Adds jobs that score many addresses, with one row per address. */
export const batches = sqlMigration([
  `create table kyt_batch (
    id uuid primary key,
    seq bigint generated always as identity,
    merchant text not null,
    key_id text not null,
    request_id text,
    fingerprint text not null,
    total integer not null,
    done integer not null default 0,
    created_at timestamptz(3) not null,
    turn_at timestamptz(3) not null,
    claimed_until timestamptz(3),
    finished_at timestamptz(3)
  )`,
  'create unique index kyt_batch_request on kyt_batch (merchant, request_id) where request_id is not null',
  'create index kyt_batch_turn on kyt_batch (turn_at, seq) where finished_at is null',
  'create index kyt_batch_open on kyt_batch (merchant) where finished_at is null',
  'create index kyt_batch_finished on kyt_batch (finished_at) where finished_at is not null',
  `create table kyt_batch_item (
    batch_id uuid not null references kyt_batch (id) on delete cascade,
    position integer not null,
    item text not null,
    tries integer not null default 0,
    result text,
    primary key (batch_id, position)
  )`,
  'create index kyt_batch_item_open on kyt_batch_item (batch_id, position) where result is null',
])
