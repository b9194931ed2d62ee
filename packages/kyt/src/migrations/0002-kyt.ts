import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the tables for imports, watches, alerts and risk policies. The ledger has separate migrations,
 * because it can be in another database. Merchants are identified by their number, without a foreign key,
 * because their table belongs to `kyc`.
 */
export const kyt = sqlMigration([
  // The ledger that this journal belongs to.
  `create table kyt_ledger (
    singleton boolean primary key default true check (singleton),
    ledger_id text not null,
    policy_version integer not null default 0,
    -- The fingerprint of the default policy: a different one at start counts as a change of policy.
    base_policy text not null default '',
    -- Pauses all watches, future ones included: an empty ledger must not report that an address has become harmless.
    watches_paused boolean not null default false
  )`,

  /*
   * The journal of imports. An import first stages and checks all its data ('staging'), then commits its
   * pieces in sequence ('applying'), then it is 'done'. Only an import that is 'applying' is completed
   * automatically after a crash.
   */
  `create table kyt_import (
    id bigint generated always as identity primary key,
    kind text not null,
    name text not null,
    fingerprint text not null,
    state text not null check (state in ('staging', 'applying', 'done', 'refused')),
    -- How many lines have been staged.
    next_line bigint not null default 0,
    -- What its kind needs to be finished without the file.
    plan jsonb not null default '{}',
    rows bigint not null default 0,
    fresh bigint not null default 0,
    rejected bigint not null default 0,
    started_at timestamptz(3) not null,
    finished_at timestamptz(3)
  )`,
  `create index kyt_import_open on kyt_import (state) where state in ('staging', 'applying')`,

  // The block ranges whose transfers are in the ledger. Blocks outside these ranges are not in the ledger.
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

  // The last blocks on each followed chain, used to detect a reorganization.
  `create table kyt_followed_block (
    network smallint not null,
    number bigint not null,
    hash text not null,
    made_at timestamptz(3),
    primary key (network, number)
  )`,
  // The newest block that a followed network's node reported. It shows how far the ledger is behind the
  // chain.
  `create table kyt_followed_head (
    network smallint primary key,
    head bigint not null,
    asked_at timestamptz(3) not null
  )`,

  `create table kyt_watch (
    id bigint generated always as identity primary key,
    merchant text not null,
    network smallint not null,
    address text not null,
    coin text not null,
    url text,
    score smallint not null,
    risk_level text not null check (risk_level in ('Low', 'Moderate', 'High', 'Severe')),
    added_at timestamptz(3) not null,
    changed_at timestamptz(3) not null,
    checked_at timestamptz(3) not null,
    -- The sum of the versions of ledger, labels and prices when it was last scored.
    checked_version bigint not null,
    -- Until then one node is scoring it; if that node dies, the others take over.
    claimed_until timestamptz(3),
    unique (merchant, network, address)
  )`,
  'create index kyt_watch_of_merchant on kyt_watch (merchant, id)',
  'create index kyt_watch_outdated on kyt_watch (checked_version, id)',

  // A merchant's row is created together with its first secret, so that every merchant with a URL can sign.
  `create table kyt_webhook (
    merchant text primary key,
    url text,
    sealed bytea not null,
    old_sealed bytea,
    old_until timestamptz(3)
  )`,

  /**
   * The outbox for alerts. A row is written in the transaction that changes the level. An alert stays
   * 'pending' until its receiver accepts it ('delivered') or the last attempt fails ('dead'). An alert
   * without a receiver is 'kept': it is listed but not sent. The body is stored when the alert is created, so
   * that every attempt sends the same bytes.
   */
  `create table kyt_alert (
    id uuid primary key,
    seq bigint generated always as identity,
    merchant text not null,
    watch_id bigint not null,
    url text,
    body text not null,
    state text not null check (state in ('pending', 'delivered', 'dead', 'kept')),
    tries integer not null default 0,
    due_at timestamptz(3) not null,
    claimed_until timestamptz(3),
    problem text,
    created_at timestamptz(3) not null,
    finished_at timestamptz(3)
  )`,
  "create index kyt_alert_due on kyt_alert (due_at) where state = 'pending'",
  "create index kyt_alert_of_watch on kyt_alert (watch_id, seq) where state = 'pending'",
  "create index kyt_alert_dead on kyt_alert (merchant, seq) where state = 'dead'",
  "create index kyt_alert_finished on kyt_alert (finished_at) where state in ('delivered', 'kept')",
  'create index kyt_alert_of_merchant on kyt_alert (merchant, seq)',

  `create table kyt_risk_policy (
    merchant text primary key,
    policy jsonb not null,
    updated_at timestamptz(3) not null
  )`,

  // The last hundred addresses that each merchant queried. A draft policy is tested on them before it takes
  // effect.
  `create table kyt_asked_address (
    merchant text not null,
    coin text not null,
    address text not null,
    at timestamptz(3) not null,
    primary key (merchant, coin, address)
  )`,
  'create index kyt_asked_address_time on kyt_asked_address (merchant, at)',
])
