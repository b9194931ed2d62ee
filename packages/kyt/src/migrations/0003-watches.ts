import { sqlMigration } from '@touchstone/storage'

/** Merchants are known by their number: they belong to the other engine. */
export const watches = sqlMigration([
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
    -- How often the ledger, the labels and the prices together had changed when it was last scored.
    checked_version bigint not null,
    -- Until then one node is scoring it; a node that died leaves it to the others.
    claimed_until timestamptz(3),
    unique (merchant, network, address)
  )`,
  'create index kyt_watch_of_merchant on kyt_watch (merchant, id)',
  'create index kyt_watch_outdated on kyt_watch (checked_version, id)',

  // A merchant gets a row with its first secret: whoever has a url can sign.
  `create table kyt_webhook (
    merchant text primary key,
    url text,
    sealed bytea not null,
    old_sealed bytea,
    old_until timestamptz(3)
  )`,

  /*
   * The outbox. A row is written in the transaction that changes the level, and leaves 'pending' only when a receiver has
   * accepted it or after the last try. The body is kept as it was first written: every try sends the same bytes.
   */
  `create table kyt_alert (
    id uuid primary key,
    seq bigint generated always as identity,
    merchant text not null,
    watch_id bigint not null,
    url text,
    body text not null,
    state text not null check (state in ('pending', 'delivered', 'dead')),
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
  "create index kyt_alert_delivered on kyt_alert (finished_at) where state = 'delivered'",
])
