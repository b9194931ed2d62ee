import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the tables for verification pages, steps, reviews, revocations and erasure. Personal data is stored
 * only in columns named `…_sealed` (encrypted). The sender of a request is identified by keyed hashes.
 * Pictures are stored only in the table `review_picture`.
 */
export const verification = sqlMigration([
  // A page opened with an access token, or a phone that continues such a page's journey.
  `create table frame_session (
    id bigint generated always as identity primary key,
    bearer_hash bytea not null unique,
    token_id text unique,
    merchant_id bigint not null references merchant,
    program_id bigint not null references program,
    -- What this page shows and asks agreement for, even if the merchant changes the program meanwhile.
    program_version integer not null default 1,
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
    -- The account that the session's wallet has proven, and on which chain: a contract's answer counts on its own chain only.
    proven_at timestamptz(3),
    proven_hash bytea,
    proven_chain text,
    -- What the device's own wallet signs.
    device_nonce text not null default gen_random_uuid()::text,
    face_again boolean not null default false,
    journey_id bigint references journey,
    created_at timestamptz(3) not null,
    used_at timestamptz(3) not null,
    closed_at timestamptz(3),
    constraint frame_session_version foreign key (program_id, program_version)
      references program_version (program_id, number)
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

  // One row per journey: the state of the current attempt, in addition to the journey's status.
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
    -- The device on which the evidence was shown.
    shown_on text,
    updated_at timestamptz(3) not null
  )`,

  // Decisions that are not in the journal yet. They are recorded there with the next status change. Evidence
  // is stored only as a keyed hash.
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

  // The measurements of a capture, but never its pictures. The measurements are deleted when the capture has
  // been judged.
  `create table liveness_capture (
    id text primary key,
    journey_id bigint not null references journey,
    challenge jsonb not null,
    created_at timestamptz(3) not null,
    first_frame_at timestamptz(3),
    -- What has arrived, besides what has been measured; and why the capture can no longer pass.
    received integer not null default 0,
    received_ms double precision not null default -1,
    received_at timestamptz(3),
    fault text check (fault in ('seen-before', 'unreadable', 'service')),
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

  // The number of challenges that a person was shown, stored under a keyed hash of the login. A new page,
  // journey or person does not reset the number.
  `create table liveness_draws (
    person_hash bytea primary key,
    drawn integer not null,
    rounds integer not null,
    last_at timestamptz(3) not null,
    kept_until timestamptz(3) not null
  )`,
  'create index liveness_draws_by_time on liveness_draws (kept_until)',

  // Analysed pictures, stored as keyed hashes of their measurements. No picture is accepted twice.
  `create table liveness_seen (
    picture_hash bytea primary key,
    capture_id text not null,
    at timestamptz(3) not null
  )`,
  'create index liveness_seen_by_time on liveness_seen (at)',

  // Data about a person that is kept after a journey: the commitment, and the identity for screening against
  // later lists.
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

  // One proof per person and program. If a second person's proof has the same secret, it is treated as coming
  // from the same person.
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
    kind text not null check (kind in ('sanction', 'faceprint', 'rescreening', 'document', 'liveness')),
    -- Confirmed by a merchant and now open for the operator, who decides for all merchants.
    for_operator boolean not null default false,
    detail_sealed bytea,
    opened_at timestamptz(3) not null,
    decided_at timestamptz(3),
    decision text check (decision in ('clear', 'confirm')),
    decided_by text,
    note_sealed bytea
  )`,
  'create unique index review_once on review (journey_id, attempt, kind, for_operator) where decided_at is null',
  'create index review_open on review (opened_at) where decided_at is null',

  // Opinions on reviews that two members must decide. The note is encrypted, as is the reading of a
  // document's pictures.
  `create table review_opinion (
    review_id bigint not null references review,
    number integer not null,
    decision text not null check (decision in ('clear', 'confirm')),
    by_member text not null,
    said_sealed bytea,
    at timestamptz(3) not null,
    ended_at timestamptz(3),
    ended text check (ended in ('withdrawn', 'disagreed')),
    primary key (review_id, number)
  )`,
  'create unique index review_opinion_once on review_opinion (review_id, by_member) where ended_at is null',

  // The only table that contains pictures. They are stored with the person's consent until the review is
  // decided, for at most a week.
  `create table review_picture (
    review_id bigint not null references review,
    number integer not null,
    picture_sealed bytea not null,
    primary key (review_id, number)
  )`,

  // Records who stored, viewed and deleted pictures, when and why. The records remain after the pictures are
  // deleted and do not identify the person in the pictures.
  `create table review_picture_journal (
    id bigint generated always as identity primary key,
    review_id bigint not null references review,
    event text not null check (event in ('kept', 'shown', 'deleted')),
    pictures integer not null,
    reason text not null,
    actor text not null,
    operator text,
    at timestamptz(3) not null
  )`,
  'create index review_picture_journal_review on review_picture_journal (review_id, id)',
  `create trigger review_picture_journal_is_append_only
    before update or delete or truncate on review_picture_journal
    for each statement execute function journal_is_append_only()`,

  // A listed party that a reviewer for this merchant found to be different from the person.
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
  // Used in every step of a journey to check whether the person has been erased.
  'create index forget_receipt_person on forget_receipt (person_id, asked_at)',

  // The reason for revoking a person's on-chain entries, and the time at which all of these revocations were
  // final.
  `create table revocation (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    reason text not null check (reason in ('forgotten', 'listed', 'expired', 'withdrawn', 'abandoned')),
    burns boolean not null,
    at timestamptz(3) not null,
    final_at timestamptz(3)
  )`,
  'create index revocation_open on revocation (id) where final_at is null',
  'create index revocation_by_person on revocation (person_id)',

  // One transaction per row. `what` is the wallet of a grant or approval, a revocation handle, or a token
  // number. All of these are public on the chain.
  `create table chain_ending (
    id bigint generated always as identity primary key,
    revocation_id bigint not null references revocation,
    chain_id text not null,
    kind text not null check (kind in ('grant', 'handle', 'token')),
    cooperator text not null,
    what text not null,
    final_at timestamptz(3)
  )`,
  'create index chain_ending_by_revocation on chain_ending (revocation_id) where final_at is null',
  // Each handle and token can be ended only once, but a grant can be given and ended repeatedly.
  `create unique index chain_ending_once on chain_ending (chain_id, kind, cooperator, what) where kind <> 'grant'`,
  `create unique index chain_ending_open on chain_ending (chain_id, cooperator, what)
    where kind = 'grant' and final_at is null`,
  `create index chain_ending_of_grant on chain_ending (chain_id, cooperator, what) where kind = 'grant'`,

  // All credentials ever issued. Proofs created from a credential must remain revocable after the credential
  // has been replaced.
  `create table issued_credential (
    credential_id text primary key,
    person_id bigint not null references person,
    valid_until integer not null,
    revocation_id bigint references revocation
  )`,
  'create index issued_credential_by_person on issued_credential (person_id)',
  'create index issued_credential_revoked on issued_credential (valid_until) where revocation_id is not null',

  // Programs whose requirements a contract checks. Such a contract accepts proofs from people who are new to
  // the program, so every revocation is published to it. A new verifier contract does not know about earlier
  // revocations, so they are published again.
  `create table program_on_chain (
    program_id bigint not null references program,
    chain_id text not null,
    verifier text not null default '',
    at timestamptz(3) not null,
    primary key (program_id, chain_id)
  )`,
])
