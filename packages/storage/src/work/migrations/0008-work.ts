import { sqlMigration } from '../../migrate.ts'

/**
 * Creates the tables for work that other processes do. The tables are unlogged: their rows are not written to
 * the write-ahead log, so replicas and base backups do not contain them. They are lost if the database server
 * crashes, in which case the clients submit their jobs again.
 */
export const work = sqlMigration([
  `create unlogged table work_job (
    id uuid primary key,
    lane text not null,
    task text not null,
    -- Identifies the worker key and the format of the sealed values.
    key_id bytea not null,
    -- All three are sealed. The first two are deleted as soon as there is a result.
    job_key bytea,
    input bytea,
    result bytea,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null check (expires_at <= created_at + interval '15 minutes'),
    attempts integer not null default 0,
    worker_id uuid,
    leased_until timestamptz
  )`,
  // Disables compression, because pictures are already compressed.
  'alter table work_job alter column input set storage external',
  'create index work_job_open on work_job (lane, created_at) where result is null',
  'create index work_job_expiry on work_job (expires_at)',

  `create unlogged table work_process (
    id uuid primary key,
    name text not null,
    version text not null,
    key_id bytea not null,
    -- The number of jobs that it runs at a time, by lane.
    threads jsonb not null,
    running integer not null,
    done bigint not null,
    failed bigint not null,
    started_at timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp()
  )`,
])
