import { sqlMigration } from '@touchstone/storage'

/**
 * Times are timestamptz(3): the service speaks milliseconds. Personal data is only in columns named `sealed`
 * (encrypted); it is found again by the `fingerprint` beside it (keyed hash).
 */
export const foundation = sqlMigration([
  `create table merchant (
    id bigint generated always as identity primary key,
    mch_no text not null unique check (mch_no ~ '^M[0-9]{31}$'),
    name text not null,
    plan text not null,
    calls_per_second integer check (calls_per_second > 0),
    demo boolean not null default false,
    created_at timestamptz(3) not null
  )`,

  // At most one demo merchant, however many nodes start at once.
  'create unique index merchant_demo on merchant (demo) where demo',

  `create table api_key (
    key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
    merchant_id bigint not null references merchant,
    fingerprint bytea not null unique,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    expires_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  'create index api_key_by_merchant on api_key (merchant_id)',

  `create table program (
    id bigint generated always as identity primary key,
    merchant_id bigint not null references merchant,
    program_no text not null unique check (program_no ~ '^[0-9]{12}$'),
    name text not null,
    kind text not null check (kind in ('KYC', 'MeID', 'PoA', 'PoAI')),
    checks text[] not null,
    rules jsonb not null,
    mint_mode text not null check (mint_mode in ('cross-chain', 'on-chain-mint', 'on-chain-transactional')),
    chain_id text not null,
    theme text not null check (theme in ('auto', 'light', 'dark')),
    allowed_domains text[] not null,
    active boolean not null,
    created_at timestamptz(3) not null
  )`,
  'create index program_by_merchant on program (merchant_id, id)',

  // Grows with every change of a merchant, key or program, so that a node notices that its cache is old.
  `create table access_version (
    only_row boolean primary key default true check (only_row),
    version bigint not null
  )`,
  'insert into access_version (version) values (1)',

  `create table person (
    id bigint generated always as identity primary key,
    svc_id text collate "C" not null unique,
    login_fingerprint bytea not null unique,
    login_sealed bytea not null,
    ssi_wallet text not null,
    created_at timestamptz(3) not null
  )`,

  `create table account (
    merchant_id bigint not null references merchant,
    fingerprint bytea not null,
    person_id bigint not null references person,
    kind text not null check (kind in ('login', 'wallet', 'email', 'other')),
    chain_id text not null,
    sealed bytea not null,
    created_at timestamptz(3) not null,
    primary key (merchant_id, fingerprint, person_id, kind, chain_id)
  )`,
  'create index account_by_person on account (person_id, merchant_id)',

  // What the journal's last rows, the decisions of this attempt and the person say, kept here so that a question about
  // a result is answered from this row alone.
  `create table journey (
    id bigint generated always as identity primary key,
    program_id bigint not null references program,
    person_id bigint not null references person,
    svc_id text collate "C" not null,
    ssi_wallet text not null,
    seq integer not null,
    attempt integer not null,
    status text not null,
    reason_code text,
    activity_at timestamptz(3) not null,
    sbt_minted_at timestamptz(3),
    completed_at timestamptz(3),
    verdicts jsonb not null,
    bucket integer not null,
    unique (program_id, person_id)
  )`,
  'create index journey_by_activity on journey (program_id, bucket desc, activity_at desc, svc_id)',
  'create index journey_by_person on journey (person_id)',

  `create table journal (
    journey_id bigint not null references journey,
    seq integer not null,
    attempt integer not null,
    from_status text,
    to_status text not null,
    actor text not null,
    reason_code text,
    evidence_hash bytea,
    at timestamptz(3) not null,
    primary key (journey_id, seq)
  )`,
  `create function journal_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the journal is append-only';
    end
  $$`,
  `create trigger journal_is_append_only before update or delete or truncate on journal
    for each statement execute function journal_is_append_only()`,

  `create table decision (
    journey_id bigint not null references journey,
    seq integer not null,
    attempt integer not null,
    check_name text not null,
    passed boolean not null,
    checker text not null,
    evidence_hash bytea not null,
    at timestamptz(3) not null,
    primary key (journey_id, check_name, seq)
  )`,

  `create table soulbound_token (
    journey_id bigint not null references journey,
    chain_id text not null,
    token_id text not null,
    minted_at timestamptz(3) not null,
    primary key (journey_id, chain_id)
  )`,

  `create table result_grant (
    journey_id bigint primary key references journey,
    granted_at timestamptz(3) not null,
    revoked_at timestamptz(3)
  )`,

  // Rollups: what the statistics and the users list would otherwise have to count.
  `create table merchant_person (
    merchant_id bigint not null references merchant,
    person_id bigint not null references person,
    kyc_started_at timestamptz(3),
    kyc_verified_at timestamptz(3),
    meid_at timestamptz(3),
    primary key (merchant_id, person_id)
  )`,
  `create table merchant_day (
    merchant_id bigint not null references merchant,
    day date not null,
    participants bigint not null default 0,
    verified bigint not null default 0,
    meids bigint not null default 0,
    primary key (merchant_id, day)
  )`,

  // The users of a program in order of activity, cut into buckets of about a thousand, so that page 20,000 is found
  // by adding up bucket sizes instead of walking over a million rows. Only the head bucket ever grows.
  `create table program_total (
    program_id bigint primary key references program,
    users bigint not null default 0,
    head_bucket integer not null default 1,
    last_activity_at timestamptz(3) not null
  )`,
  `create table user_bucket (
    program_id bigint not null references program,
    bucket integer not null,
    size integer not null check (size >= 0),
    primary key (program_id, bucket)
  )`,

  // Tells whether the master secret is the one under which this store was made.
  `create table secret_check (
    only_row boolean primary key default true check (only_row),
    fingerprint bytea not null
  )`,

  `create table signing_key (
    kid text primary key,
    public_jwk jsonb not null,
    sealed bytea not null,
    created_at timestamptz(3) not null,
    retired_at timestamptz(3)
  )`,
])
