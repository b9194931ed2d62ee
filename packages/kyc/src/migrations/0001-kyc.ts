import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the tables for merchants, members, programs, people and journeys. Times are timestamptz(3), because
 * the service uses milliseconds. Personal data is stored only in columns named `sealed` (encrypted). The
 * `fingerprint` (a keyed hash) beside such a column is used to find the row.
 */
export const kyc = sqlMigration([
  `create function journal_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the journal is append-only';
    end
  $$`,

  `create table merchant (
    id bigint generated always as identity primary key,
    mch_no text not null unique check (mch_no ~ '^M[0-9]{31}$'),
    name text not null,
    plan text not null,
    calls_per_second integer check (calls_per_second > 0),
    demo boolean not null default false,
    -- Where people can ask for help when the verification offers them no option that suits them.
    support text,
    requires_passkeys boolean not null default false,
    reviews_delegated boolean not null default false,
    reviews_by_two boolean not null default false,
    created_at timestamptz(3) not null
  )`,

  // Ensures that there is at most one demo merchant, even if several nodes start at the same time.
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

  // `checks`, `rules`, `mint_mode` and `chain_id` repeat the values of the newest version in program_version.
  `create table program (
    id bigint generated always as identity primary key,
    merchant_id bigint not null references merchant,
    program_no text not null unique check (program_no ~ '^[0-9]{12}$'),
    name text not null,
    kind text not null check (kind in ('KYC', 'MeID', 'PoA', 'PoAI')),
    version integer not null default 1,
    checks text[] not null,
    rules jsonb not null,
    mint_mode text not null check (mint_mode in ('cross-chain', 'on-chain-mint', 'on-chain-transactional')),
    chain_id text not null,
    theme text not null check (theme in ('auto', 'light', 'dark')),
    -- The last page whose widget showed another theme than the program asks for.
    overruled_theme text check (overruled_theme in ('light', 'dark')),
    overruled_origin text,
    overruled_at timestamptz(3),
    allowed_domains text[] not null,
    wallet_proof text not null check (wallet_proof in ('required', 'when-asked')),
    meid_rebind_days integer not null check (meid_rebind_days > 0),
    -- Whether people who must not look at flashing light can be verified without it.
    colour_free boolean not null default false,
    active boolean not null,
    created_at timestamptz(3) not null
  )`,
  'create index program_by_merchant on program (merchant_id, id)',

  // The requirements for people and the target of the result.
  `create table program_version (
    program_id bigint not null references program,
    number integer not null,
    checks text[] not null,
    rules jsonb not null,
    mint_mode text not null check (mint_mode in ('cross-chain', 'on-chain-mint', 'on-chain-transactional')),
    chain_id text not null,
    created_at timestamptz(3) not null,
    primary key (program_id, number)
  )`,
  `create trigger program_version_is_append_only before update or delete or truncate on program_version
    for each statement execute function journal_is_append_only()`,

  // Increases with every change to a merchant, key or program, so that nodes notice that their caches are
  // outdated.
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
  // Indexed in lower case, because devices differ in the letter case in which they send wallet addresses.
  'create index person_by_ssi_wallet on person (lower(ssi_wallet))',

  // Derived from the journal, this attempt's decisions and the person, so that a request for a result reads
  // only one row.
  `create table journey (
    id bigint generated always as identity primary key,
    program_id bigint not null references program,
    person_id bigint not null references person,
    version integer not null default 1,
    svc_id text collate "C" not null,
    ssi_wallet text not null,
    -- The account that the current visit is for: its tokens go there.
    account_id bigint,
    seq integer not null,
    attempt integer not null,
    status text not null,
    reason_code text,
    -- When the current attempt began.
    began_at timestamptz(3) not null,
    activity_at timestamptz(3) not null,
    sbt_minted_at timestamptz(3),
    completed_at timestamptz(3),
    -- A result can be both withdrawn and expired, in either order.
    withdrawn_at timestamptz(3),
    expired_at timestamptz(3),
    verdicts jsonb not null,
    bucket integer not null,
    unique (program_id, person_id),
    constraint journey_version foreign key (program_id, version) references program_version (program_id, number)
  )`,
  'create index journey_by_activity on journey (program_id, bucket desc, activity_at desc, svc_id)',
  'create index journey_by_person on journey (person_id)',
  // Includes all columns that the funnel counts, so that the query reads no table rows. The additional
  // columns cost little, because every move writes all indexes anyway.
  `create index journey_by_beginning on journey (program_id, began_at)
    include (id, status, seq, reason_code, version)`,
  `create index journey_by_completion on journey (program_id, completed_at) include (began_at)
    where completed_at is not null`,
  // Used to read a page of people with any filter. Without a status filter, the query reads the newest
  // entries of each status.
  'create index journey_by_status on journey (program_id, status, activity_at, id)',
  'create index journey_withdrawn on journey (program_id) where withdrawn_at is not null',

  `create table journal (
    journey_id bigint not null references journey,
    seq integer not null,
    attempt integer not null,
    version integer not null default 1,
    from_status text,
    to_status text not null,
    actor text not null,
    reason_code text,
    evidence_hash bytea,
    at timestamptz(3) not null,
    primary key (journey_id, seq)
  )`,
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

  // An account belongs to one journey, and a result is granted to one account. `lower_fingerprint` is the
  // fingerprint of the lower-case form, if that form differs from the canonical form.
  `create table journey_account (
    id bigint generated always as identity primary key,
    journey_id bigint not null references journey,
    program_id bigint not null references program,
    kind text not null check (kind in ('login', 'wallet', 'email', 'other')),
    chain_id text not null,
    fingerprint bytea not null,
    lower_fingerprint bytea,
    sealed bytea not null,
    agreed_at timestamptz(3) not null,
    proven_at timestamptz(3),
    consented_at timestamptz(3),
    on_chain_at timestamptz(3),
    granted_at timestamptz(3),
    revoked_at timestamptz(3),
    unique (journey_id, kind, chain_id, fingerprint)
  )`,
  'create index journey_account_by_fingerprint on journey_account (program_id, fingerprint)',
  `create index journey_account_by_lower_fingerprint on journey_account (program_id, lower_fingerprint)
    where lower_fingerprint is not null`,
  `create index journey_account_waiting on journey_account (journey_id)
    where consented_at is not null and granted_at is null and revoked_at is null`,

  // The permanent history of an account. The account's own row is deleted when the person is erased.
  `create table account_event (
    id bigint generated always as identity primary key,
    journey_id bigint not null references journey,
    account_id bigint not null,
    event text not null check (event in ('agreed', 'proven', 'consented', 'granted', 'ended')),
    actor text not null,
    reason_code text,
    evidence_hash bytea,
    at timestamptz(3) not null
  )`,
  'create index account_event_by_journey on account_event (journey_id, id)',
  `create trigger account_event_is_append_only before update or delete or truncate on account_event
    for each statement execute function journal_is_append_only()`,

  // Rollups, so that the statistics and the users list need not count rows.
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
  // The number of calls made with a merchant's keys on a UTC day. `errors` and `limited` are disjoint parts
  // of `calls`.
  `create table api_day (
    merchant_id bigint not null references merchant,
    day date not null,
    calls bigint not null default 0,
    errors bigint not null default 0,
    limited bigint not null default 0,
    primary key (merchant_id, day)
  )`,

  // A program's users in order of activity, divided into buckets of about a thousand users. Page 20,000 is
  // found by adding up the sizes of the buckets instead of scanning a million rows. Only the head bucket
  // grows.
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

  // Identifies the master secret that is used for encryption and, while a rotation re-encrypts values, the
  // previous one. The fingerprint key is derived from the first secret. Once that secret is no longer
  // configured, the fingerprint key is stored here, encrypted.
  `create table secret_check (
    only_row boolean primary key default true check (only_row),
    fingerprint bytea not null,
    key_id bytea not null,
    former_key_id bytea,
    fingerprint_key_sealed bytea,
    rotating_since timestamptz(3)
  )`,

  `create table signing_key (
    kid text primary key,
    public_jwk jsonb not null,
    sealed bytea not null,
    created_at timestamptz(3) not null,
    retired_at timestamptz(3)
  )`,

  // A person who works for merchants or for the operator, identified by the hash of their email address.
  `create table member (
    id bigint generated always as identity primary key,
    member_no text not null unique,
    email_hash bytea not null unique,
    email_sealed bytea not null,
    created_at timestamptz(3) not null
  )`,
  // A membership without a merchant belongs to the operator and covers all merchants.
  `create table membership (
    id bigint generated always as identity primary key,
    member_id bigint not null references member,
    merchant_id bigint references merchant,
    role text not null check (role in ('owner', 'developer', 'compliance', 'viewer', 'operator')),
    created_at timestamptz(3) not null,
    removed_at timestamptz(3),
    check ((merchant_id is null) = (role = 'operator'))
  )`,
  `create unique index membership_once on membership (member_id, coalesce(merchant_id, 0)) where removed_at is null`,
  'create index membership_merchant on membership (merchant_id) where removed_at is null',

  // Also contains codes for unknown email addresses, because responses must not reveal which addresses are
  // known and all requests count towards the limits.
  `create table member_code (
    id bigint generated always as identity primary key,
    flow_hash bytea not null,
    email_hash bytea not null,
    network_hash bytea not null,
    code_hash bytea not null,
    tries integer not null default 0,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  'create index member_code_flow on member_code (flow_hash) where ended_at is null',
  'create index member_code_time on member_code (created_at)',

  `create table member_session (
    id bigint generated always as identity primary key,
    member_id bigint not null references member,
    token_hash bytea not null unique,
    by_passkey boolean not null default false,
    created_at timestamptz(3) not null,
    seen_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    ended_at timestamptz(3),
    network text not null,
    browser text not null
  )`,
  'create index member_session_member on member_session (member_id) where ended_at is null',

  `create table member_passkey (
    id bigint generated always as identity primary key,
    member_id bigint not null references member,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3)
  )`,
  'create index member_passkey_member on member_passkey (member_id)',
  // Each challenge can be answered only once, and only by the browser that requested it.
  `create table member_challenge (
    challenge_hash bytea primary key,
    bound_hash bytea not null,
    expires_at timestamptz(3) not null
  )`,
  'create index member_challenge_time on member_challenge (expires_at)',

  // All changes, with their authors, times and networks. Changes without a merchant were made by the operator.
  `create table audit_log (
    id bigint generated always as identity primary key,
    merchant_id bigint references merchant,
    member_id bigint references member,
    actor text not null check (actor in ('member', 'command-line', 'server')),
    action text not null,
    target text not null,
    detail jsonb not null,
    network text,
    at timestamptz(3) not null
  )`,
  'create index audit_log_merchant on audit_log (merchant_id, id)',
  'create index audit_log_target on audit_log (merchant_id, target, id)',
  `create trigger audit_log_is_append_only before update or delete or truncate on audit_log
    for each statement execute function journal_is_append_only()`,

  // Whether every review of the service must be decided by two members.
  `create table review_rule (
    only_row boolean primary key default true check (only_row),
    by_two boolean not null
  )`,
  'insert into review_rule (by_two) values (false)',
])
