import { sqlMigration } from '@touchstone/storage'

export const livenessTries = sqlMigration([
  // Challenges that somebody was shown, by a keyed hash of the login: a new page, journey or person is no new start.
  `create table liveness_draws (
    person_hash bytea primary key,
    drawn integer not null,
    rounds integer not null,
    last_at timestamptz(3) not null,
    kept_until timestamptz(3) not null
  )`,
  'create index liveness_draws_by_time on liveness_draws (kept_until)',

  // Pictures that were looked at, by a keyed hash of what was measured: none of them is taken twice.
  `create table liveness_seen (
    picture_hash bytea primary key,
    capture_id text not null,
    at timestamptz(3) not null
  )`,
  'create index liveness_seen_by_time on liveness_seen (at)',

  // What has arrived, besides what has been measured; and why a capture can't pass any more.
  `alter table liveness_capture
    add column received integer not null default 0,
    add column received_ms double precision not null default -1,
    add column received_at timestamptz(3),
    add column fault text check (fault in ('seen-before', 'unreadable', 'service'))`,
])
