import { sqlMigration } from '@touchstone/storage'

/**
 * What a journey needs while it is under way. Personal data is only in columns named `…_sealed` (encrypted), pictures
 * are in none; whoever asked for something is found by keyed hashes.
 */
export const verification = sqlMigration([
  // A page that was opened with an access token, or a phone that was handed a part of it.
  `create table frame_session (
    id bigint generated always as identity primary key,
    bearer_hash bytea not null unique,
    token_id text unique,
    merchant_id bigint not null references merchant,
    program_id bigint not null references program,
    login_mode text not null check (login_mode in ('email', 'wallet')),
    origin text not null,
    chain_id text not null,
    check_address boolean not null,
    locale text not null,
    role text not null check (role in ('own', 'phone')),
    parent_id bigint references frame_session,
    accounts_sealed bytea,
    ssi_wallet text,
    commitment text,
    authorized_at timestamptz(3),
    login_sealed bytea,
    login_kind text check (login_kind in ('email', 'wallet')),
    login_at timestamptz(3),
    address_checked_at timestamptz(3),
    journey_id bigint references journey,
    created_at timestamptz(3) not null,
    used_at timestamptz(3) not null,
    closed_at timestamptz(3)
  )`,
  'create index frame_session_by_journey on frame_session (journey_id)',
  'create index frame_session_by_parent on frame_session (parent_id)',
  'create index frame_session_by_use on frame_session (used_at)',

  `create table login_code (
    id bigint generated always as identity primary key,
    session_id bigint not null references frame_session on delete cascade,
    address_hash bytea not null,
    address_sealed bytea not null,
    ip_hash bytea not null,
    code_hash bytea not null,
    tries integer not null default 0,
    mail_state text not null check (mail_state in ('sending', 'sent', 'failed')),
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  'create index login_code_by_address on login_code (address_hash, created_at)',
  'create index login_code_by_ip on login_code (ip_hash, created_at)',
  'create index login_code_by_session on login_code (session_id, id)',

  `create table wallet_challenge (
    id text primary key,
    session_id bigint not null references frame_session on delete cascade,
    purpose text not null check (purpose in ('login', 'address')),
    challenge_sealed bytea not null,
    created_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,

  `create table hand_off (
    id bigint generated always as identity primary key,
    session_id bigint not null references frame_session on delete cascade,
    code_hash bytea not null unique,
    phone_session_id bigint references frame_session on delete set null,
    digits text,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    claimed_at timestamptz(3),
    confirmed_at timestamptz(3),
    ended_at timestamptz(3)
  )`,
  'create index hand_off_by_session on hand_off (session_id, id)',

  `create table mailbox (
    id bigint generated always as identity primary key,
    mail_sealed bytea not null,
    at timestamptz(3) not null
  )`,

  // One row for each journey: what its current attempt has come to besides its status.
  `create table verification (
    journey_id bigint primary key references journey,
    attempt integer not null,
    draft_sealed bytea,
    failure jsonb,
    tries integer not null default 0,
    paused_until timestamptz(3),
    reused boolean not null default false,
    proof_challenge text,
    approval jsonb,
    updated_at timestamptz(3) not null
  )`,

  // What was decided, before the move that carries it into the journal. Evidence is a keyed hash alone.
  `create table verification_check (
    journey_id bigint not null references journey,
    attempt integer not null,
    check_name text not null,
    passed boolean not null,
    checker text not null,
    evidence_hash bytea not null,
    at timestamptz(3) not null,
    primary key (journey_id, attempt, check_name)
  )`,

  // Figures of a capture, never its pictures; gone when it has been judged.
  `create table liveness_capture (
    id text primary key,
    journey_id bigint not null references journey,
    challenge jsonb not null,
    created_at timestamptz(3) not null,
    first_frame_at timestamptz(3),
    judged_at timestamptz(3)
  )`,
  'create index liveness_capture_by_journey on liveness_capture (journey_id)',
  `create table liveness_frames (
    capture_id text not null references liveness_capture on delete cascade,
    first_index integer not null,
    count integer not null,
    last_at_ms double precision not null,
    measures_sealed bytea not null,
    evidence_hash bytea not null,
    primary key (capture_id, first_index)
  )`,

  // What stays of a person beyond a journey: one commitment, and who it is, for screening against lists to come.
  `create table person_file (
    person_id bigint primary key references person,
    commitment text,
    identity_sealed bytea,
    screened_at timestamptz(3),
    screened_against text,
    cleared_at timestamptz(3),
    forgotten_at timestamptz(3)
  )`,
  `create table person_credential (
    person_id bigint not null references person,
    kind text not null,
    credential_sealed bytea not null,
    valid_until integer not null,
    issued_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    primary key (person_id, kind)
  )`,
  `create table revoked_handle (
    handle text primary key,
    program_id bigint not null references program,
    at timestamptz(3) not null
  )`,

  // One person, one proof of a program: a second person with the same secret is the same one.
  `create table program_nullifier (
    program_id bigint not null references program,
    nullifier text not null,
    journey_id bigint not null references journey,
    handle text not null,
    at timestamptz(3) not null,
    primary key (program_id, nullifier)
  )`,

  `create table review (
    id bigint generated always as identity primary key,
    journey_id bigint not null references journey,
    attempt integer not null,
    kind text not null check (kind in ('sanction', 'faceprint', 'rescreening')),
    detail_sealed bytea,
    opened_at timestamptz(3) not null,
    decided_at timestamptz(3),
    decision text check (decision in ('clear', 'confirm')),
    decided_by text,
    note_sealed bytea
  )`,
  'create unique index review_once on review (journey_id, attempt, kind) where decided_at is null',
  'create index review_open on review (opened_at) where decided_at is null',

  // A listed party that somebody has looked at for a merchant and found to be another person.
  `create table cleared_pair (
    merchant_id bigint not null references merchant,
    person_id bigint not null references person,
    list text not null,
    entry_id text not null,
    entry_hash text not null,
    at timestamptz(3) not null,
    primary key (merchant_id, person_id, list, entry_id, entry_hash)
  )`,

  `create table data_provider (
    id text primary key,
    name text not null,
    description text not null,
    issuer text not null unique,
    start_url text not null,
    jwks_url text not null,
    active boolean not null default true,
    created_at timestamptz(3) not null
  )`,
  `create table statement_request (
    id text primary key,
    journey_id bigint not null references journey,
    provider_id text not null references data_provider,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,

  `create table forget_receipt (
    receipt_id text primary key,
    person_id bigint not null references person,
    actor text not null,
    asked_at timestamptz(3) not null,
    completed_at timestamptz(3),
    faceprints integer not null default 0,
    accounts integer not null default 0,
    journeys integer not null default 0,
    tokens jsonb not null default '[]'
  )`,
  'create unique index forget_receipt_open on forget_receipt (person_id) where completed_at is null',
])
