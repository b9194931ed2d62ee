import { sqlMigration } from '@touchstone/storage'

/** Creates the list of history and price sources, and the pace at which they are queried. */
export const sources = sqlMigration([
  `create table kyt_source (
    name text primary key,
    kind text not null,
    -- Null for sources of prices.
    network smallint,
    -- The only part of the URL that may be shown, because paths and queries can contain keys.
    host text not null,
    -- The URL and the key.
    sealed bytea not null,
    -- Sources with the same key share one pace.
    pace bytea not null,
    per_second double precision not null check (per_second > 0),
    -- The source with the lowest number is queried first.
    priority integer not null,
    added_at timestamptz(3) not null,
    -- Number of consecutive failures. Until this time, no node queries the source.
    failures integer not null default 0,
    backed_off_until timestamptz(3),
    problem text check (problem in ('limited', 'refused', 'unavailable', 'invalid')),
    problem_at timestamptz(3),
    answered_at timestamptz(3)
  )`,

  // The days for which sources of prices were queried, so that days without a price are not requested again.
  `create table kyt_price_days (
    coin smallint primary key,
    first_day integer not null,
    last_day integer not null check (last_day >= first_day)
  )`,

  // When the next request may be sent, in milliseconds since the Unix epoch.
  `create table kyt_source_pace (
    id bytea primary key,
    next_at double precision not null
  )`,
])
