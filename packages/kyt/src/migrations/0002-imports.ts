import { sqlMigration } from '@touchstone/storage'

export const imports = sqlMigration([
  // The ledger that this journal belongs to, and how often each part of it has changed.
  `create table kyt_ledger (
    singleton boolean primary key default true check (singleton),
    ledger_id text not null,
    ledger_version bigint not null default 0,
    label_version bigint not null default 0,
    price_version bigint not null default 0
  )`,

  /*
   * An import first stages everything and is checked whole ('staging'), then its batches are put in one after the other
   * ('applying'), then it is 'done'. Only what is 'applying' is gone on with after a crash.
   */
  `create table kyt_import (
    id bigint generated always as identity primary key,
    kind text not null,
    name text not null,
    fingerprint text not null,
    state text not null check (state in ('staging', 'applying', 'done', 'refused')),
    -- How far staging has come: where to go on reading, after how many lines and rows.
    next_offset bigint not null default 0,
    next_line bigint not null default 0,
    staged_rows bigint not null default 0,
    -- What its kind needs to be finished without the file.
    plan jsonb not null default '{}',
    rows bigint not null default 0,
    fresh bigint not null default 0,
    rejected bigint not null default 0,
    started_at timestamptz(3) not null,
    finished_at timestamptz(3)
  )`,
  `create index kyt_import_open on kyt_import (state) where state in ('staging', 'applying')`,

  /*
   * A batch is 'staged', then 'ready': exactly what is to be put in lies aside, then 'applied'. One that is 'ready' is
   * put in again after a crash: the ledger takes each insert once.
   */
  `create table kyt_batch (
    id bigint generated always as identity primary key,
    import_id bigint not null references kyt_import,
    kind text not null check (kind in ('transfers', 'retraction')),
    state text not null check (state in ('staged', 'ready', 'applied')),
    first_row bigint not null default 0,
    last_row bigint not null default 0,
    plan jsonb not null default '{}',
    fresh bigint not null default 0
  )`,
  "create index kyt_batch_open on kyt_batch (import_id) where state <> 'applied'",

  // Block ranges that the ledger has something of: what lies outside them can't be in it already.
  `create table kyt_covered (
    network smallint not null,
    first_block bigint not null,
    last_block bigint not null check (last_block >= first_block),
    primary key (network, first_block)
  )`,

  `create table kyt_label_source (
    name text primary key,
    version text not null,
    labels bigint not null,
    imported_at timestamptz(3) not null
  )`,

  // The last blocks of each followed chain, by which a reorganisation is noticed.
  `create table kyt_followed_block (
    network smallint not null,
    number bigint not null,
    hash text not null,
    primary key (network, number)
  )`,
])
