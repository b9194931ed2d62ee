SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA ledger;
CREATE FUNCTION public.journal_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      raise exception 'the journal is append-only';
    end
  $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE ledger.account (
    received_txs integer NOT NULL,
    spent_txs integer NOT NULL,
    txs integer NOT NULL,
    received_transfers integer NOT NULL,
    spent_transfers integer NOT NULL,
    first_seen integer NOT NULL,
    last_seen integer NOT NULL,
    chunks integer DEFAULT 0 NOT NULL,
    coin smallint NOT NULL,
    address bytea NOT NULL,
    received numeric NOT NULL,
    spent numeric NOT NULL,
    fees numeric NOT NULL,
    head bytea NOT NULL
)
WITH (fillfactor='85', autovacuum_vacuum_scale_factor='0.1');
ALTER TABLE ONLY ledger.account ALTER COLUMN address SET STORAGE PLAIN;
ALTER TABLE ONLY ledger.account ALTER COLUMN head SET STORAGE MAIN;
CREATE TABLE ledger.change (
    part text NOT NULL,
    version bigint NOT NULL,
    touched text[]
);
CREATE TABLE ledger.chunk (
    last_seen integer NOT NULL,
    seq integer NOT NULL,
    first_seen integer NOT NULL,
    coin smallint NOT NULL,
    txs smallint NOT NULL,
    received_txs smallint NOT NULL,
    spent_txs smallint NOT NULL,
    address bytea NOT NULL,
    rows bytea NOT NULL
);
ALTER TABLE ONLY ledger.chunk ALTER COLUMN address SET STORAGE PLAIN;
ALTER TABLE ONLY ledger.chunk ALTER COLUMN rows SET STORAGE MAIN;
CREATE TABLE ledger.edge (
    received_transfers integer NOT NULL,
    spent_transfers integer NOT NULL,
    coin smallint NOT NULL,
    address bytea NOT NULL,
    counterparty bytea NOT NULL,
    received numeric NOT NULL,
    spent numeric NOT NULL
)
WITH (fillfactor='85');
CREATE TABLE ledger.known_address (
    address bytea NOT NULL
);
CREATE TABLE ledger.label (
    address bytea NOT NULL,
    source text NOT NULL,
    revision bigint NOT NULL,
    category text NOT NULL,
    entity text NOT NULL,
    label text NOT NULL,
    incident text NOT NULL,
    version text NOT NULL,
    confidence smallint NOT NULL
);
CREATE TABLE ledger.label_source (
    name text NOT NULL,
    revision bigint NOT NULL
);
CREATE TABLE ledger.ledger_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE ledger.ledger_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE ledger.price (
    coin smallint NOT NULL,
    day integer NOT NULL,
    usd_e12 numeric NOT NULL
);
CREATE TABLE ledger.staged (
    import bigint NOT NULL,
    seq integer NOT NULL,
    rows integer NOT NULL,
    bytes bytea,
    fresh integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY ledger.staged ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE ledger.staged_fact (
    import bigint NOT NULL,
    key text NOT NULL,
    facts text NOT NULL
);
CREATE TABLE ledger.state (
    singleton boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    ledger_version bigint DEFAULT 0 NOT NULL,
    labels_version bigint DEFAULT 0 NOT NULL,
    prices_version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT state_singleton_check CHECK (singleton)
)
WITH (fillfactor='50');
CREATE TABLE ledger.transaction (
    block bigint NOT NULL,
    "time" integer NOT NULL,
    id uuid NOT NULL,
    identifier bytea NOT NULL,
    rows bytea NOT NULL
);
ALTER TABLE ONLY ledger.transaction ALTER COLUMN identifier SET STORAGE PLAIN;
ALTER TABLE ONLY ledger.transaction ALTER COLUMN rows SET STORAGE MAIN;
CREATE TABLE public.access_version (
    only_row boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT access_version_only_row_check CHECK (only_row)
);
CREATE TABLE public.account_event (
    id bigint NOT NULL,
    journey_id bigint NOT NULL,
    account_id bigint NOT NULL,
    event text NOT NULL,
    actor text NOT NULL,
    reason_code text,
    evidence_hash bytea,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT account_event_event_check CHECK ((event = ANY (ARRAY['agreed'::text, 'proven'::text, 'consented'::text, 'granted'::text, 'ended'::text])))
);
ALTER TABLE public.account_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.api_day (
    merchant_id bigint NOT NULL,
    day date NOT NULL,
    calls bigint DEFAULT 0 NOT NULL,
    errors bigint DEFAULT 0 NOT NULL,
    limited bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.api_key (
    key_id text NOT NULL,
    merchant_id bigint NOT NULL,
    fingerprint bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT api_key_key_id_check CHECK ((key_id ~ '^[0-9a-f]{8}$'::text))
);
CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    merchant_id bigint,
    member_id bigint,
    actor text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    detail jsonb NOT NULL,
    network text,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT audit_log_actor_check CHECK ((actor = ANY (ARRAY['member'::text, 'command-line'::text, 'server'::text])))
);
ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.chain_ending (
    id bigint NOT NULL,
    revocation_id bigint NOT NULL,
    chain_id text NOT NULL,
    kind text NOT NULL,
    cooperator text NOT NULL,
    what text NOT NULL,
    final_at timestamp(3) with time zone,
    CONSTRAINT chain_ending_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'handle'::text, 'token'::text])))
);
ALTER TABLE public.chain_ending ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.chain_ending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.chain_job (
    id bigint NOT NULL,
    chain_id bigint NOT NULL,
    signer text NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    subject text,
    to_address text,
    data text NOT NULL,
    value numeric(78,0) NOT NULL,
    done_errors text NOT NULL,
    expected_log text,
    status text NOT NULL,
    gas bigint,
    nonce bigint,
    waiting text,
    reason text,
    reason_text text,
    already text,
    tx_hash text,
    block_number bigint,
    block_hash text,
    succeeded boolean,
    gas_used bigint,
    gas_price numeric(78,0),
    contract_address text,
    logs text,
    witnesses integer,
    foreign_block bigint,
    foreign_hash text,
    recovering boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT chain_job_check CHECK (((nonce IS NOT NULL) OR (status = ANY (ARRAY['queued'::text, 'included'::text, 'final'::text, 'failed'::text])))),
    CONSTRAINT chain_job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'reserved'::text, 'signed'::text, 'sent'::text, 'included'::text, 'final'::text, 'failed'::text])))
);
ALTER TABLE public.chain_job ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.chain_job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.chain_signer (
    chain_id bigint NOT NULL,
    signer text NOT NULL,
    next_nonce bigint NOT NULL
);
CREATE TABLE public.chain_transaction (
    chain_id bigint NOT NULL,
    hash text NOT NULL,
    job_id bigint NOT NULL,
    signer text NOT NULL,
    nonce bigint NOT NULL,
    raw text NOT NULL,
    max_fee numeric(78,0) NOT NULL,
    max_tip numeric(78,0) NOT NULL,
    signed_at timestamp(3) with time zone NOT NULL,
    offered_at timestamp(3) with time zone,
    offered_block bigint,
    sent_at timestamp(3) with time zone,
    broadcasts integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.cleared_pair (
    merchant_id bigint NOT NULL,
    person_id bigint NOT NULL,
    list text NOT NULL,
    entry_id text NOT NULL,
    entry_hash text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.credential_issuer_key (
    id text NOT NULL,
    public_x text NOT NULL,
    public_y text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone,
    accepted_until integer DEFAULT 0 NOT NULL,
    announced boolean DEFAULT false NOT NULL
);
CREATE TABLE public.data_provider (
    id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    issuer text NOT NULL,
    start_url text NOT NULL,
    jwks_url text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.decision (
    journey_id bigint NOT NULL,
    seq integer NOT NULL,
    attempt integer NOT NULL,
    check_name text NOT NULL,
    passed boolean NOT NULL,
    checker text NOT NULL,
    evidence_hash bytea NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.faceprint (
    id bigint NOT NULL,
    person text NOT NULL,
    model text NOT NULL,
    key_id bigint NOT NULL,
    sealed bytea NOT NULL,
    change bigint NOT NULL,
    enrolled_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.faceprint_gone (
    id bigint NOT NULL,
    change bigint NOT NULL
);
ALTER TABLE public.faceprint ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.faceprint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.faceprint_key (
    id bigint NOT NULL,
    wrapped_by text NOT NULL,
    wrapped bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.faceprint_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.faceprint_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.faceprint_state (
    singleton boolean DEFAULT true NOT NULL,
    change bigint NOT NULL,
    CONSTRAINT faceprint_state_singleton_check CHECK (singleton)
);
CREATE TABLE public.forget_receipt (
    receipt_id text NOT NULL,
    person_id bigint NOT NULL,
    actor text NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    faceprints integer DEFAULT 0 NOT NULL,
    accounts integer DEFAULT 0 NOT NULL,
    journeys integer DEFAULT 0 NOT NULL,
    tokens jsonb DEFAULT '[]'::jsonb NOT NULL
);
CREATE TABLE public.frame_session (
    id bigint NOT NULL,
    bearer_hash bytea NOT NULL,
    token_id text,
    merchant_id bigint NOT NULL,
    program_id bigint NOT NULL,
    program_version integer DEFAULT 1 NOT NULL,
    login_mode text NOT NULL,
    origin text NOT NULL,
    chain_id text NOT NULL,
    check_address boolean NOT NULL,
    locale text NOT NULL,
    role text NOT NULL,
    parent_id bigint,
    accounts_sealed bytea,
    ssi_wallet text,
    commitment text,
    authorized_at timestamp(3) with time zone,
    login_sealed bytea,
    login_kind text,
    login_at timestamp(3) with time zone,
    proven_at timestamp(3) with time zone,
    proven_hash bytea,
    proven_chain text,
    device_nonce text DEFAULT (gen_random_uuid())::text NOT NULL,
    face_again boolean DEFAULT false NOT NULL,
    journey_id bigint,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT frame_session_login_kind_check CHECK ((login_kind = ANY (ARRAY['email'::text, 'wallet'::text]))),
    CONSTRAINT frame_session_login_mode_check CHECK ((login_mode = ANY (ARRAY['email'::text, 'wallet'::text]))),
    CONSTRAINT frame_session_role_check CHECK ((role = ANY (ARRAY['own'::text, 'phone'::text])))
);
ALTER TABLE public.frame_session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.frame_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hand_off (
    id bigint NOT NULL,
    session_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    phone_session_id bigint,
    digits text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    claimed_at timestamp(3) with time zone,
    confirmed_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone
);
ALTER TABLE public.hand_off ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.hand_off_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.issued_credential (
    credential_id text NOT NULL,
    person_id bigint NOT NULL,
    valid_until integer NOT NULL,
    revocation_id bigint
);
CREATE TABLE public.journal (
    journey_id bigint NOT NULL,
    seq integer NOT NULL,
    attempt integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    from_status text,
    to_status text NOT NULL,
    actor text NOT NULL,
    reason_code text,
    evidence_hash bytea,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.journey (
    id bigint NOT NULL,
    program_id bigint NOT NULL,
    person_id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    svc_id text NOT NULL COLLATE pg_catalog."C",
    ssi_wallet text NOT NULL,
    account_id bigint,
    seq integer NOT NULL,
    attempt integer NOT NULL,
    status text NOT NULL,
    reason_code text,
    began_at timestamp(3) with time zone NOT NULL,
    activity_at timestamp(3) with time zone NOT NULL,
    sbt_minted_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    withdrawn_at timestamp(3) with time zone,
    expired_at timestamp(3) with time zone,
    verdicts jsonb NOT NULL,
    bucket integer NOT NULL
);
CREATE TABLE public.journey_account (
    id bigint NOT NULL,
    journey_id bigint NOT NULL,
    program_id bigint NOT NULL,
    kind text NOT NULL,
    chain_id text NOT NULL,
    fingerprint bytea NOT NULL,
    lower_fingerprint bytea,
    sealed bytea NOT NULL,
    agreed_at timestamp(3) with time zone NOT NULL,
    proven_at timestamp(3) with time zone,
    consented_at timestamp(3) with time zone,
    on_chain_at timestamp(3) with time zone,
    granted_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT journey_account_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'wallet'::text, 'email'::text, 'other'::text])))
);
ALTER TABLE public.journey_account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journey_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.journey ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kyt_alert (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    merchant text NOT NULL,
    watch_id bigint NOT NULL,
    url text,
    body text NOT NULL,
    state text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    claimed_until timestamp(3) with time zone,
    problem text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT kyt_alert_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text, 'kept'::text])))
);
ALTER TABLE public.kyt_alert ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.kyt_alert_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kyt_asked_address (
    merchant text NOT NULL,
    coin text NOT NULL,
    address text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.kyt_covered (
    network smallint NOT NULL,
    first_block bigint NOT NULL,
    last_block bigint NOT NULL,
    CONSTRAINT kyt_covered_check CHECK ((last_block >= first_block))
);
CREATE TABLE public.kyt_followed_block (
    network smallint NOT NULL,
    number bigint NOT NULL,
    hash text NOT NULL,
    made_at timestamp(3) with time zone
);
CREATE TABLE public.kyt_followed_head (
    network smallint NOT NULL,
    head bigint NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.kyt_import (
    id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    fingerprint text NOT NULL,
    state text NOT NULL,
    next_line bigint DEFAULT 0 NOT NULL,
    plan jsonb DEFAULT '{}'::jsonb NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    fresh bigint DEFAULT 0 NOT NULL,
    rejected bigint DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT kyt_import_state_check CHECK ((state = ANY (ARRAY['staging'::text, 'applying'::text, 'done'::text, 'refused'::text])))
);
ALTER TABLE public.kyt_import ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.kyt_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kyt_label_source (
    name text NOT NULL,
    version text NOT NULL,
    labels bigint NOT NULL,
    imported_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.kyt_ledger (
    singleton boolean DEFAULT true NOT NULL,
    ledger_id text NOT NULL,
    policy_version integer DEFAULT 0 NOT NULL,
    base_policy text DEFAULT ''::text NOT NULL,
    watches_paused boolean DEFAULT false NOT NULL,
    CONSTRAINT kyt_ledger_singleton_check CHECK (singleton)
);
CREATE TABLE public.kyt_risk_policy (
    merchant text NOT NULL,
    policy jsonb NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.kyt_watch (
    id bigint NOT NULL,
    merchant text NOT NULL,
    network smallint NOT NULL,
    address text NOT NULL,
    coin text NOT NULL,
    url text,
    score smallint NOT NULL,
    risk_level text NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL,
    checked_version bigint NOT NULL,
    claimed_until timestamp(3) with time zone,
    CONSTRAINT kyt_watch_risk_level_check CHECK ((risk_level = ANY (ARRAY['Low'::text, 'Moderate'::text, 'High'::text, 'Severe'::text])))
);
ALTER TABLE public.kyt_watch ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.kyt_watch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kyt_webhook (
    merchant text NOT NULL,
    url text,
    sealed bytea NOT NULL,
    old_sealed bytea,
    old_until timestamp(3) with time zone
);
CREATE TABLE public.liveness_capture (
    id text NOT NULL,
    journey_id bigint NOT NULL,
    challenge jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    first_frame_at timestamp(3) with time zone,
    received integer DEFAULT 0 NOT NULL,
    received_ms double precision DEFAULT '-1'::integer NOT NULL,
    received_at timestamp(3) with time zone,
    fault text,
    judged_at timestamp(3) with time zone,
    CONSTRAINT liveness_capture_fault_check CHECK ((fault = ANY (ARRAY['seen-before'::text, 'unreadable'::text, 'service'::text])))
);
CREATE TABLE public.liveness_draws (
    person_hash bytea NOT NULL,
    drawn integer NOT NULL,
    rounds integer NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    kept_until timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.liveness_frames (
    capture_id text NOT NULL,
    first_index integer NOT NULL,
    count integer NOT NULL,
    last_at_ms double precision NOT NULL,
    measures_sealed bytea NOT NULL,
    evidence_hash bytea NOT NULL
);
CREATE TABLE public.liveness_seen (
    picture_hash bytea NOT NULL,
    capture_id text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.login_code (
    id bigint NOT NULL,
    session_id bigint NOT NULL,
    address_hash bytea NOT NULL,
    address_sealed bytea NOT NULL,
    ip_hash bytea NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    mail_state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT login_code_mail_state_check CHECK ((mail_state = ANY (ARRAY['sending'::text, 'sent'::text, 'failed'::text])))
);
ALTER TABLE public.login_code ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.login_code_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.mailbox (
    id bigint NOT NULL,
    mail_sealed bytea NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.mailbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mailbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.member (
    id bigint NOT NULL,
    member_no text NOT NULL,
    email_hash bytea NOT NULL,
    email_sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.member_challenge (
    challenge_hash bytea NOT NULL,
    bound_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.member_code (
    id bigint NOT NULL,
    flow_hash bytea NOT NULL,
    email_hash bytea NOT NULL,
    network_hash bytea NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);
ALTER TABLE public.member_code ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.member_code_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.member ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.member_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.member_passkey (
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
ALTER TABLE public.member_passkey ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.member_passkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.member_session (
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    by_passkey boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    network text NOT NULL,
    browser text NOT NULL
);
ALTER TABLE public.member_session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.member_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.membership (
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    merchant_id bigint,
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    CONSTRAINT membership_check CHECK (((merchant_id IS NULL) = (role = 'operator'::text))),
    CONSTRAINT membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'compliance'::text, 'viewer'::text, 'operator'::text])))
);
ALTER TABLE public.membership ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.merchant (
    id bigint NOT NULL,
    mch_no text NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    calls_per_second integer,
    demo boolean DEFAULT false NOT NULL,
    support text,
    requires_passkeys boolean DEFAULT false NOT NULL,
    reviews_delegated boolean DEFAULT false NOT NULL,
    reviews_by_two boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT merchant_calls_per_second_check CHECK ((calls_per_second > 0)),
    CONSTRAINT merchant_mch_no_check CHECK ((mch_no ~ '^M[0-9]{31}$'::text))
);
CREATE TABLE public.merchant_day (
    merchant_id bigint NOT NULL,
    day date NOT NULL,
    participants bigint DEFAULT 0 NOT NULL,
    verified bigint DEFAULT 0 NOT NULL,
    meids bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.merchant ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.merchant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.merchant_person (
    merchant_id bigint NOT NULL,
    person_id bigint NOT NULL,
    kyc_started_at timestamp(3) with time zone,
    kyc_verified_at timestamp(3) with time zone,
    meid_at timestamp(3) with time zone
);
CREATE TABLE public.person (
    id bigint NOT NULL,
    svc_id text NOT NULL COLLATE pg_catalog."C",
    login_fingerprint bytea NOT NULL,
    login_sealed bytea NOT NULL,
    ssi_wallet text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.person_credential (
    person_id bigint NOT NULL,
    kind text NOT NULL,
    credential_sealed bytea NOT NULL,
    valid_until integer NOT NULL,
    issued_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);
CREATE TABLE public.person_file (
    person_id bigint NOT NULL,
    commitment text,
    identity_sealed bytea,
    screened_at timestamp(3) with time zone,
    screened_against text,
    cleared_at timestamp(3) with time zone,
    forgotten_at timestamp(3) with time zone
);
ALTER TABLE public.person ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.program (
    id bigint NOT NULL,
    merchant_id bigint NOT NULL,
    program_no text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    checks text[] NOT NULL,
    rules jsonb NOT NULL,
    mint_mode text NOT NULL,
    chain_id text NOT NULL,
    theme text NOT NULL,
    overruled_theme text,
    overruled_origin text,
    overruled_at timestamp(3) with time zone,
    allowed_domains text[] NOT NULL,
    wallet_proof text NOT NULL,
    meid_rebind_days integer NOT NULL,
    colour_free boolean DEFAULT false NOT NULL,
    active boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT program_kind_check CHECK ((kind = ANY (ARRAY['KYC'::text, 'MeID'::text, 'PoA'::text, 'PoAI'::text]))),
    CONSTRAINT program_meid_rebind_days_check CHECK ((meid_rebind_days > 0)),
    CONSTRAINT program_mint_mode_check CHECK ((mint_mode = ANY (ARRAY['cross-chain'::text, 'on-chain-mint'::text, 'on-chain-transactional'::text]))),
    CONSTRAINT program_overruled_theme_check CHECK ((overruled_theme = ANY (ARRAY['light'::text, 'dark'::text]))),
    CONSTRAINT program_program_no_check CHECK ((program_no ~ '^[0-9]{12}$'::text)),
    CONSTRAINT program_theme_check CHECK ((theme = ANY (ARRAY['auto'::text, 'light'::text, 'dark'::text]))),
    CONSTRAINT program_wallet_proof_check CHECK ((wallet_proof = ANY (ARRAY['required'::text, 'when-asked'::text])))
);
ALTER TABLE public.program ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.program_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.program_nullifier (
    program_id bigint NOT NULL,
    nullifier text NOT NULL,
    journey_id bigint NOT NULL,
    handle text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.program_on_chain (
    program_id bigint NOT NULL,
    chain_id text NOT NULL,
    verifier text DEFAULT ''::text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.program_total (
    program_id bigint NOT NULL,
    users bigint DEFAULT 0 NOT NULL,
    head_bucket integer DEFAULT 1 NOT NULL,
    last_activity_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.program_version (
    program_id bigint NOT NULL,
    number integer NOT NULL,
    checks text[] NOT NULL,
    rules jsonb NOT NULL,
    mint_mode text NOT NULL,
    chain_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT program_version_mint_mode_check CHECK ((mint_mode = ANY (ARRAY['cross-chain'::text, 'on-chain-mint'::text, 'on-chain-transactional'::text])))
);
CREATE TABLE public.review (
    id bigint NOT NULL,
    journey_id bigint NOT NULL,
    attempt integer NOT NULL,
    kind text NOT NULL,
    for_operator boolean DEFAULT false NOT NULL,
    detail_sealed bytea,
    opened_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decision text,
    decided_by text,
    note_sealed bytea,
    CONSTRAINT review_decision_check CHECK ((decision = ANY (ARRAY['clear'::text, 'confirm'::text]))),
    CONSTRAINT review_kind_check CHECK ((kind = ANY (ARRAY['sanction'::text, 'faceprint'::text, 'rescreening'::text, 'document'::text, 'liveness'::text])))
);
ALTER TABLE public.review ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.review_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.review_opinion (
    review_id bigint NOT NULL,
    number integer NOT NULL,
    decision text NOT NULL,
    by_member text NOT NULL,
    said_sealed bytea,
    at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    ended text,
    CONSTRAINT review_opinion_decision_check CHECK ((decision = ANY (ARRAY['clear'::text, 'confirm'::text]))),
    CONSTRAINT review_opinion_ended_check CHECK ((ended = ANY (ARRAY['withdrawn'::text, 'disagreed'::text])))
);
CREATE TABLE public.review_picture (
    review_id bigint NOT NULL,
    number integer NOT NULL,
    picture_sealed bytea NOT NULL
);
CREATE TABLE public.review_picture_journal (
    id bigint NOT NULL,
    review_id bigint NOT NULL,
    event text NOT NULL,
    pictures integer NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    operator text,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT review_picture_journal_event_check CHECK ((event = ANY (ARRAY['kept'::text, 'shown'::text, 'deleted'::text])))
);
ALTER TABLE public.review_picture_journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.review_picture_journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.review_rule (
    only_row boolean DEFAULT true NOT NULL,
    by_two boolean NOT NULL,
    CONSTRAINT review_rule_only_row_check CHECK (only_row)
);
CREATE TABLE public.revocation (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    reason text NOT NULL,
    burns boolean NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    final_at timestamp(3) with time zone,
    CONSTRAINT revocation_reason_check CHECK ((reason = ANY (ARRAY['forgotten'::text, 'listed'::text, 'expired'::text, 'withdrawn'::text, 'abandoned'::text])))
);
ALTER TABLE public.revocation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.revocation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.revoked_handle (
    handle text NOT NULL,
    program_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.screening_list_entry (
    version_id bigint NOT NULL,
    entry_id text NOT NULL,
    kind text NOT NULL,
    hash text NOT NULL,
    crypto_addresses integer NOT NULL,
    body text
);
CREATE TABLE public.screening_list_version (
    id bigint NOT NULL,
    list text NOT NULL,
    version text NOT NULL,
    format text NOT NULL,
    source_hash text NOT NULL,
    published_at text,
    imported_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    reason text,
    entries integer NOT NULL,
    names integer NOT NULL,
    crypto_addresses integer NOT NULL,
    skipped text NOT NULL,
    CONSTRAINT screening_list_version_state_check CHECK ((state = ANY (ARRAY['staged'::text, 'current'::text, 'replaced'::text, 'refused'::text])))
);
ALTER TABLE public.screening_list_version ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.screening_list_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.secret_check (
    only_row boolean DEFAULT true NOT NULL,
    fingerprint bytea NOT NULL,
    key_id bytea NOT NULL,
    former_key_id bytea,
    fingerprint_key_sealed bytea,
    rotating_since timestamp(3) with time zone,
    CONSTRAINT secret_check_only_row_check CHECK (only_row)
);
CREATE TABLE public.signing_key (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone
);
CREATE TABLE public.soulbound_token (
    journey_id bigint NOT NULL,
    chain_id text NOT NULL,
    token_id text NOT NULL,
    minted_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.statement_request (
    id text NOT NULL,
    journey_id bigint NOT NULL,
    provider_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.touchstone_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.touchstone_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.user_bucket (
    program_id bigint NOT NULL,
    bucket integer NOT NULL,
    size integer NOT NULL,
    CONSTRAINT user_bucket_size_check CHECK ((size >= 0))
);
CREATE TABLE public.verification (
    journey_id bigint NOT NULL,
    attempt integer NOT NULL,
    draft_sealed bytea,
    failure jsonb,
    tries integer DEFAULT 0 NOT NULL,
    paused_until timestamp(3) with time zone,
    reused boolean DEFAULT false NOT NULL,
    proof_challenge text,
    approval jsonb,
    shown_on text,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.verification_check (
    journey_id bigint NOT NULL,
    attempt integer NOT NULL,
    check_name text NOT NULL,
    passed boolean NOT NULL,
    checker text NOT NULL,
    evidence_hash bytea NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.wallet_challenge (
    id text NOT NULL,
    session_id bigint NOT NULL,
    purpose text NOT NULL,
    challenge_sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT wallet_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'address'::text])))
);
INSERT INTO ledger.account VALUES (1, 1, 2, 1, 1, -353992448, -353819648, 0, 1, '\x0a1111111111111111111111111111111111111111', 750000000000000000, 1500000000000000000, 0, '\x856ae681006400507eb0c2922f83b7333333333333333333333333333333333333333314d1120d7b160000846ae924006600e8dd88beb15e1e3733333333333333333333333333333333333333330a688906bd8b0000');
INSERT INTO ledger.account VALUES (0, 1, 1, 0, 1, -353906048, -353906048, 0, 1, '\x0a2222222222222222222222222222222222222222', 0, 2250000000000000000, 0, '\x856ae7d2806500502ba297929f97ff33333333333333333333333333333333333333331f399b1438a10000');
INSERT INTO ledger.account VALUES (2, 1, 3, 2, 1, -353992448, -353819648, 0, 1, '\x0a3333333333333333333333333333333333333333', 3750000000000000000, 750000000000000000, 0, '\x846ae7d2806500502ba297929f97ff22222222222222222222222222222222222222221f399b1438a10000846ae681006400507eb0c2922f83b7111111111111111111111111111111111111111114d1120d7b160000856ae924006600e8dd88beb15e1e3711111111111111111111111111111111111111110a688906bd8b0000');
INSERT INTO ledger.change VALUES ('prices', 1, '{1}');
INSERT INTO ledger.change VALUES ('labels', 1, '{}');
INSERT INTO ledger.change VALUES ('labels', 2, '{0a2222222222222222222222222222222222222222}');
INSERT INTO ledger.change VALUES ('ledger', 1, '{0a1111111111111111111111111111111111111111,0a2222222222222222222222222222222222222222,0a3333333333333333333333333333333333333333}');
INSERT INTO ledger.known_address VALUES ('\x0a2222222222222222222222222222222222222222');
INSERT INTO ledger.label VALUES ('\x0a2222222222222222222222222222222222222222', 'test', 2, 'theft', 'Mallory', 'Wallet', 'The big one', '3f1f3bff12a45b5e', 90);
INSERT INTO ledger.label_source VALUES ('test', 2);
INSERT INTO ledger.ledger_migration VALUES ('0001-ledger', '2026-11-18T19:14:04.187Z');
INSERT INTO ledger.ledger_migration_lock VALUES ('migration_lock', 0);
INSERT INTO ledger.price VALUES (1, 20758, 3000000000000000);
INSERT INTO ledger.price VALUES (1, 20759, 3000000000000000);
INSERT INTO ledger.price VALUES (1, 20760, 3000000000000000);
INSERT INTO ledger.state VALUES (true, '52fa25e6-81a9-4cbb-aef0-b1c2951838ca', 1, 2, 1);
INSERT INTO ledger.transaction VALUES (101, -353906048, '502ba297-929f-97ff-2a02-304477cd6080', '\x0a022222222222222222222222222222222222222222222222222222222222222222', '\x850200222222222222222222222222222222222222222233333333333333333333333333333333333333331f399b1438a10000');
INSERT INTO ledger.transaction VALUES (100, -353992448, '507eb0c2-922f-83b7-daaa-e00ace56e386', '\x0a021111111111111111111111111111111111111111111111111111111111111111', '\x8502001111111111111111111111111111111111111111333333333333333333333333333333333333333314d1120d7b160000');
INSERT INTO ledger.transaction VALUES (102, -353819648, 'e8dd88be-b15e-1e37-9f7e-3f94946a2bbe', '\x0a023333333333333333333333333333333333333333333333333333333333333333', '\x850200333333333333333333333333333333333333333311111111111111111111111111111111111111110a688906bd8b0000');
INSERT INTO public.access_version VALUES (true, 3);
INSERT INTO public.account_event OVERRIDING SYSTEM VALUE VALUES (1, 1, 2, 'agreed', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.account_event OVERRIDING SYSTEM VALUE VALUES (2, 1, 2, 'granted', 'user', NULL, '\xfd193000ff6998048ecd3646fdc22c680a0356179f6166ddf93921c01fffbf01', '2026-11-15 12:01:01+00');
INSERT INTO public.account_event OVERRIDING SYSTEM VALUE VALUES (3, 2, 5, 'agreed', 'user', NULL, NULL, '2026-11-15 12:02:02+00');
INSERT INTO public.account_event OVERRIDING SYSTEM VALUE VALUES (4, 3, 7, 'agreed', 'user', NULL, NULL, '2026-11-15 12:03:03+00');
INSERT INTO public.api_key VALUES ('89bcd09d', 1, '\x2e4ae3f25b709e06d4dbde7711e6f4641bf3f2808caeea0d66882ccc0e5f7f11', '2026-11-15 12:00:00+00', NULL, NULL, NULL);
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (1, 1, NULL, 'command-line', 'merchant.created', 'M9780902696141783251682238585441', '{"key": "89bcd09d", "plan": "standard"}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (2, 1, NULL, 'command-line', 'member.added', 'U484037870230379', '{"role": "owner"}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (3, NULL, NULL, 'command-line', 'ledger.imported', 'prices', '{"rows": 3}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (4, NULL, NULL, 'command-line', 'ledger.imported', 'labels', '{"rows": 1}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (5, NULL, NULL, 'command-line', 'ledger.imported', 'transfers', '{"rows": 3}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (6, NULL, NULL, 'command-line', 'list.imported', 'own', '{"force": false, "entries": 1, "version": "7c4d3d95f525"}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (7, 1, NULL, 'command-line', 'webhook.secret-made', 'M9780902696141783251682238585441', '{"graceSeconds": null}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (8, 1, NULL, 'command-line', 'program.created', '484236228421', '{"kind": "KYC"}', NULL, '2026-11-15 12:00:00+00');
INSERT INTO public.credential_issuer_key VALUES ('af8e8737-75a8-4e88-8b89-d9d2cce71ad8', '14033472100135193179262516473265600265404938182795626879177283265112834228761', '21755219449306375054399324929726391333221299562864719818066904348745325081966', '\x02b36984a04e42b26ee52c3f3103ae75c9a8ad275ed660c41d29579a35bc632f8ba4c8717e4769cc44419f8a19c6233615efb8b119d484bd0aa1ee3222ad2e1f86a116d8c0d33eabe33c203ebf369b4bcf877667c8aa0a4038444c132a3d8f2efb', '2026-11-15 12:01:01+00', NULL, 20271115, false);
INSERT INTO public.decision VALUES (1, 2, 1, 'document', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (1, 3, 1, 'liveness', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (1, 4, 1, 'credential', true, 'issuer key af8e8737-75a8-4e88-8b89-d9d2cce71ad8', '\x5b1b28a0845273ecfccd300b10eaa98471857fe461cb35c145d04f24980e2ba3', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (1, 4, 1, 'proof', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (1, 5, 1, 'mint', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (1, 6, 1, 'consent', true, 'the person', '\xfd193000ff6998048ecd3646fdc22c680a0356179f6166ddf93921c01fffbf01', '2026-11-15 12:01:01+00');
INSERT INTO public.decision VALUES (2, 2, 1, 'document', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:02:02+00');
INSERT INTO public.decision VALUES (2, 3, 1, 'liveness', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:02:02+00');
INSERT INTO public.faceprint_state VALUES (true, 0);
INSERT INTO public.frame_session OVERRIDING SYSTEM VALUE VALUES (1, '\xdc8ceeab5f2ce7309aff9e5276c37e9b01cba7eb9c34a1a930bd1354ee29cdbd', '2d28cc3b-657b-4196-b306-259e5910907a', 1, 1, 1, 'email', 'https://shop.example', '137', false, 'en', 'own', NULL, '\x02b36984a0c7b9d373ee55750d87c38e1d948b6955f8d7a97fe3c6af5471bcbd9aaf84a96114e13670f338f4ee29154c610a0d09636ced6368358f3eb7aac84608762e5ae73adba4d2b6173facd07f', '0x1aed9bffe62aff4d717b78c9100d825ca2509d72', '8621570558970744346469365917332610088401747074541788453763370343894629960261', '2026-11-15 12:00:00+00', '\x02b36984a0a9817584ac3587c09de14993472089aa2fce4c95c831f5435149210453e80c5f01d2496321524b459691d89aca5d', 'email', '2026-11-15 12:01:01+00', NULL, NULL, NULL, 'd24e6c6e-f7cf-4314-aadf-bb00688feee3', false, 1, '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00', NULL);
INSERT INTO public.frame_session OVERRIDING SYSTEM VALUE VALUES (2, '\x3cbb8320c6b5f99b82f5f73906a0cb1c02630d4cbce6cb1648f82f69e82e5aa8', 'faa3fca2-16cc-4b87-93b9-3e4838af46f1', 1, 1, 1, 'email', 'https://shop.example', '137', false, 'en', 'own', NULL, '\x02b36984a0dfe0f4fe71d14e9dea4c0a37ace9a6f79d871b9628eb289c2c760052289aac3bb125ca2059187b4831f98ca1556cb37ab58093724ba70cc376121b96ec00a3e4d8fdbb46cd0bcef50662', '0xe1c8fff120b985276789941bc100c115e2b6feac', '9744898024061341086342138540768619263855289692621127368144273072024345774355', '2026-11-15 12:01:01+00', '\x02b36984a0c15891278046c569cc0eb03a1a242037196b4573ad87adcd41d7cd43ffed8b3b0eabe80c6be218c5d8aa78281e508e40cfc5', 'email', '2026-11-15 12:02:02+00', NULL, NULL, NULL, '1fd02237-aaae-449e-9214-af2853f5753a', false, 2, '2026-11-15 12:01:01+00', '2026-11-15 12:01:01+00', NULL);
INSERT INTO public.frame_session OVERRIDING SYSTEM VALUE VALUES (3, '\x97db149303874e9362d3ea8f3c4564f028eb9f0c8bdd17b35a6a2ea64a8dbab5', '27a3d17b-a819-4517-9b03-9c325ded4917', 1, 1, 1, 'email', 'https://shop.example', '137', false, 'en', 'own', NULL, '\x02b36984a0b1f46569f13a2970c0e222053f086ed5a29dff5a0059884dccf5a4d1c57d07b626d9fb2cdad9df91552eeeecb2661964b63729941b95e67c3da50814b165c72126fdbe8439ff3b1bca9a', '0xf0c4bdd889584ed3b46d6dcb252bbe439cd1b278', '7433909950032251314333731285096847807475402295205585866768553229756137024796', '2026-11-15 12:02:02+00', '\x02b36984a05b7d5d25e5920d2f6025cce4b88b2c1c4d0e6ee3c3513fe342f87a83f8ba0b8acd9b46f556ef3ba16e2c74e274c78b', 'email', '2026-11-15 12:03:03+00', NULL, NULL, NULL, '939ef4e1-9cc5-4cad-8968-e158dfc20b29', false, 3, '2026-11-15 12:02:02+00', '2026-11-15 12:02:02+00', NULL);
INSERT INTO public.issued_credential VALUES ('9833764282094973519412311033831280285139547296832333402143278556405835527', 1, 20271115, NULL);
INSERT INTO public.issued_credential VALUES ('185701246481097941183311834739901899144455795122633496996966379290284324521', 2, 20271115, NULL);
INSERT INTO public.journal VALUES (1, 1, 1, 1, NULL, 'Verification Started', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (1, 2, 1, 1, 'Verification Started', 'OCR Passed', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (1, 3, 1, 1, 'OCR Passed', 'Liveness Checked', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (1, 4, 1, 1, 'Liveness Checked', 'ZKP Generated', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (1, 5, 1, 1, 'ZKP Generated', 'SBT Minted', 'server', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (1, 6, 1, 1, 'SBT Minted', 'KYC Passed', 'user', NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.journal VALUES (2, 1, 1, 1, NULL, 'Verification Started', 'user', NULL, NULL, '2026-11-15 12:02:02+00');
INSERT INTO public.journal VALUES (2, 2, 1, 1, 'Verification Started', 'OCR Passed', 'user', NULL, NULL, '2026-11-15 12:02:02+00');
INSERT INTO public.journal VALUES (2, 3, 1, 1, 'OCR Passed', 'Liveness Checked', 'user', NULL, NULL, '2026-11-15 12:02:02+00');
INSERT INTO public.journal VALUES (3, 1, 1, 1, NULL, 'Verification Started', 'user', NULL, NULL, '2026-11-15 12:03:03+00');
INSERT INTO public.journey OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 1, 'b1b4576f05a24d260c717b29', '0x1aed9bffe62aff4d717b78c9100d825ca2509d72', 2, 6, 1, 'KYC Passed', NULL, '2026-11-15 12:01:01+00', '2026-11-15 12:01:01+00', '2026-11-15 12:01:01+00', '2026-11-15 12:01:01+00', NULL, NULL, '{"mint": true, "proof": true, "consent": true, "document": true, "liveness": true, "credential": true}', 1);
INSERT INTO public.journey OVERRIDING SYSTEM VALUE VALUES (2, 1, 2, 1, '21b884aa304b58b5da4adb6a', '0xe1c8fff120b985276789941bc100c115e2b6feac', 5, 3, 1, 'Liveness Checked', NULL, '2026-11-15 12:02:02+00', '2026-11-15 12:02:02+00', NULL, NULL, NULL, NULL, '{"document": true, "liveness": true}', 1);
INSERT INTO public.journey OVERRIDING SYSTEM VALUE VALUES (3, 1, 3, 1, 'd646943e50ee1f94af0b1e22', '0xf0c4bdd889584ed3b46d6dcb252bbe439cd1b278', 7, 1, 1, 'Verification Started', NULL, '2026-11-15 12:03:03+00', '2026-11-15 12:03:03+00', NULL, NULL, NULL, NULL, '{}', 1);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'login', '', '\xc4331c194af22961b0a5a4d05835b282c780f52edc19dff9e51a45651cd75488', NULL, '\x02b36984a01508814ac7210039076b7463ce0c5a322871b4cec9c9652ffd1fd062cb48b6e62969844efd7324ca2820663c2a96', '2026-11-15 12:01:01+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (2, 1, 1, 'wallet', '137', '\x3d97b942044abc37a6542406b497555e866d73f450eb50bd9a3e1d0a33f67fa6', NULL, '\x02b36984a02867b3b47a4654f6286c1e0d3ca8d4c3ee81ab552b8ef45537bb2d47faf9c5e82eb53891e8953b9acf95ae226ecbb3e02a3bf78e5edd1a01376b7e7d95d1ba3c4d5f1ef2c7de', '2026-11-15 12:01:01+00', NULL, '2026-11-15 12:01:01+00', NULL, '2026-11-15 12:01:01+00', NULL);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (4, 2, 1, 'login', '', '\x69a55b10c9ecbbea08447ad448e9363b34eb2100931db776a97b85b149e90775', NULL, '\x02b36984a098abb5e7602a8c4ada5ec55952697290c0ea16a613c7bfde3e4d24daa7d251eb428fd2351ea4243a8c51ee3423cfab92eb13', '2026-11-15 12:02:02+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (5, 2, 1, 'wallet', '137', '\x5445e729ea2d3f6926388b603c5f198070dd02785076436c91f3ed69d299b765', NULL, '\x02b36984a0d348a13e1f5e9c6b0a80f083f7063a3a7d3edef02f039539fd6db9da84e9a3ee15826fb0055ce34ab582a88aa9d100ef9d4ed767bb7558fb0e0a054ad9fc7d24917bf000de46', '2026-11-15 12:02:02+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (6, 3, 1, 'login', '', '\x63b8a4a774ec39d5331b4a693d6e42a6f0aabb78c5c17ee087d7e471cb3b05ae', NULL, '\x02b36984a0d7d22a0d8a21b99ce474d6078b5c07644338c27e8acabafd662362f664140be3b589df220109338b89a3b9ce46afa6', '2026-11-15 12:03:03+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.journey_account OVERRIDING SYSTEM VALUE VALUES (7, 3, 1, 'wallet', '137', '\xdc0c275a262e5f0a7226262bd2f93d5ad81f812c63b3b25ca4085d9147594fc4', NULL, '\x02b36984a0022075e02fdf041d958190c10dc12b77ac48dbbae5d9dd65a6ad559afca9f7f1ad8bf19b0c3fc12f79b5a7ea526f720bc4fc8139f860f08e2846165a0830c167cd05f6c45914', '2026-11-15 12:03:03+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.kyt_covered VALUES (10, 100, 102);
INSERT INTO public.kyt_import OVERRIDING SYSTEM VALUE VALUES (1, 'prices', 'prices.csv', '', 'done', 0, '{}', 3, 0, 0, '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00');
INSERT INTO public.kyt_import OVERRIDING SYSTEM VALUE VALUES (2, 'labels', 'labels.csv', '', 'done', 0, '{}', 1, 0, 0, '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00');
INSERT INTO public.kyt_import OVERRIDING SYSTEM VALUE VALUES (3, 'transfers', 'transfers.csv', '7676c16d449b2b3fe2951c418d9b1c400962f60d821911a6c844259d5bef2e41', 'done', 3, '{"pieces": 1, "ranges": [{"last": 102, "first": 100, "network": 10}], "reached": {"line": 5, "step": 0, "offset": 589}}', 3, 3, 0, '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00');
INSERT INTO public.kyt_label_source VALUES ('test', '3f1f3bff12a45b5e', 1, '2026-11-15 12:00:00+00');
INSERT INTO public.kyt_ledger VALUES (true, '52fa25e681a94cbbaef0b1c2951838ca', 1, 'abfa413ddaa4cdfb', false);
INSERT INTO public.kyt_watch OVERRIDING SYSTEM VALUE VALUES (1, 'M9780902696141783251682238585441', 10, '0x3333333333333333333333333333333333333333', 'ETH', NULL, 77, 'High', '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00', '2026-11-15 12:00:00+00', 5, NULL);
INSERT INTO public.kyt_webhook VALUES ('M9780902696141783251682238585441', NULL, '\x02b36984a009f6b2ec3f0304fcbcd3cac184a98e12692913e3cb58b37304b5981d7b0e0c2ced20ceb79e60535ca5e2c86c8b195c94f7def61cc6e45aa27445251a1047c3092e515fae4227177fe4dd47007d18ea7eda199d1aa9ce76f34048e9ad1fb30721c886', NULL, NULL);
INSERT INTO public.login_code OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x90f36d2afd0933c0fb71344519311a6488a5a9eb63382de48175f9b75ba434ad', '\x02b36984a076685bd409158b3428387059c3269af91728b8687a60a5ae4102469a8be8e53d1313a99fa21f5c78934cf7715a66', '\x7e0473ede4c53ef5c2262ce5e886b02189c74fa8ba3311f1910898230ae30137', '\x1abc9c3a522226b9e5cba309d109a0292681ac47278050980c62ab1f2f76fb96', 1, 'sent', '2026-11-15 12:01:01+00', '2026-11-15 12:11:01+00', '2026-11-15 12:01:01+00');
INSERT INTO public.login_code OVERRIDING SYSTEM VALUE VALUES (2, 2, '\xc41b0ee7715feaf13740b5dcbd334f75886f46b13be20dfcadaf3bc31c59a7c8', '\x02b36984a02c04469ec06e5eff3923cab88f2f54aed169a77e5f2f822db877add938b6f8cc220da92cf805aa8698e68a52b16071e56855', '\xe2ca469c23bbbab56ee3c2e497c4095d81bcdad31573a2506d6ef7e06b387f6b', '\x1299c697deac57b35ce1906519d54ef3abb152327419a9f1f3959f059b1529a0', 1, 'sent', '2026-11-15 12:02:02+00', '2026-11-15 12:12:02+00', '2026-11-15 12:02:02+00');
INSERT INTO public.login_code OVERRIDING SYSTEM VALUE VALUES (3, 3, '\x5e142ef12cd148fd2c064ca6d41183724f7b945f85d25f10d50cc650629c8dde', '\x02b36984a063ef8f39f10f03b50f40fe8fc3af19d2393486b4e5e80e1de9451561731992961a72b0ea6e5dd0a1b9d28990a00fda', '\x5cf7fcb23a230a5e8a410a92836f0ae5b8f9bfbd2dbf576ac49ca65e252fedba', '\x48526571d088c39ae45a0aa3b944e3c2e026f2d9d07bbb6d5eb0666c55ecda99', 1, 'sent', '2026-11-15 12:03:03+00', '2026-11-15 12:13:03+00', '2026-11-15 12:03:03+00');
INSERT INTO public.member OVERRIDING SYSTEM VALUE VALUES (1, 'U484037870230379', '\xc907036f5d3de217ae1a7cc718ff5c7b2e1732962add207e5834229d6e1ecc8c', '\x02b36984a0cbbdc58a18c1a1304331f67cb7cef7e90c70b10868877612d7013dbb849d02f100c050ae1a54504cb7ee281a04aee6', '2026-11-15 12:00:00+00');
INSERT INTO public.membership OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'owner', '2026-11-15 12:00:00+00', NULL);
INSERT INTO public.merchant OVERRIDING SYSTEM VALUE VALUES (1, 'M9780902696141783251682238585441', 'Released merchant', 'standard', NULL, false, NULL, false, false, false, '2026-11-15 12:00:00+00');
INSERT INTO public.merchant_day VALUES (1, '2026-11-15', 3, 1, 0);
INSERT INTO public.merchant_person VALUES (1, 1, '2026-11-15 12:01:01+00', '2026-11-15 12:01:01+00', NULL);
INSERT INTO public.merchant_person VALUES (1, 2, '2026-11-15 12:02:02+00', NULL, NULL);
INSERT INTO public.merchant_person VALUES (1, 3, '2026-11-15 12:03:03+00', NULL, NULL);
INSERT INTO public.person OVERRIDING SYSTEM VALUE VALUES (1, 'b1b4576f05a24d260c717b29', '\x8c1eaceddedac33d6706f0aab4448b7d3b03eeda4658bc0d222d1f80c5c1270a', '\x02b36984a0488f9e6baf8f4e6ffd7658a7d27e6c1a269496130285ae9196a47e0d2d1be3dcd96407740ba622e88b92adef931d', '0x1aed9bffe62aff4d717b78c9100d825ca2509d72', '2026-11-15 12:01:01+00');
INSERT INTO public.person OVERRIDING SYSTEM VALUE VALUES (2, '21b884aa304b58b5da4adb6a', '\x29ebe893e47ad875ac2c3a41290e58efb9851908b280e0f9546bed7ab8f6cd9c', '\x02b36984a008569d5eb19a769638edd09cce992ed60fc11d06c3cb9406f684999c20e78b0f4d04972f8571db707826fa14498ace09af0c', '0xe1c8fff120b985276789941bc100c115e2b6feac', '2026-11-15 12:02:02+00');
INSERT INTO public.person OVERRIDING SYSTEM VALUE VALUES (3, 'd646943e50ee1f94af0b1e22', '\x69c04ba46de04795d1e805e9eeeda63e944cd683f2ea99abbaaafc3bf50faf1e', '\x02b36984a08380854015ebe0a7f0cff7ef64772c402255271a2c79f52da981d5d5dfd9fffcfee33883207995936ffcc8292bc40e', '0xf0c4bdd889584ed3b46d6dcb252bbe439cd1b278', '2026-11-15 12:03:03+00');
INSERT INTO public.person_credential VALUES (1, 'kyc', '\x02b36984a0c24f1587434971085ae7d061374fba0205327816ebe6bd35f8c6f77c56656b1396812888e743e275e63f5307b29ab38021fa3dc03d35ad1b17b934133fcf03e467baf38465cadfb052101acf68e13f7d84c8e3922e98b0d3d17a9811107acf2feba3a47997d915d3865605ef795a6660259a3ea5e1f519e4717719dc9c36dbb3bd5279b08434b254b8ab08620249ef8dd402d0bc4a60ebd7531dbeed0891b1e3cc2a976360d6f0707020ed42654df26984f7c34954a27f7aec55fe292d818cb53e95c0b33bfcdcc658b1f7b15841c06633e8334dcc45a582fb0613474e5d185f657961cd58d86676ccedd27249708034e185bcfb18f1011c348f403f53284a09e31566427b5c8becac49380e5d54f4c811fe765970b25ca1c081d3d6e1aaed4737c33aaf5655a2162a8fb20b4af8a09a79c9f1bbce52c9e4808a03b85d6e0de313bfcefbf5a5729dc2d0f5a5c7f2bf8d82c0ab10c8b3378c4cc1811276abe6c58e1b4e3e9f378467f18d250f1e35c7e5a4869d57440f1611710d8afcb9c4caeaf496f2442453ea4c25ed673c8ed4d3bfb9bc45a2f3c97e0f95c5d93d47aff22817d24c781fc486a1953f12aa59e9fa661f338515dfa0f2f1e915279caf302982d6216886e01b8ba3435e561f794e77a1a1f35eec50994b98a94f21d2f619edd3f499bcd9e2bcf0b53446fd544b8b7d237a0a826df04dd64ab9fe66abc021e43c1d0ae18faf9426fd25cd497f7739c01aad02abfef3f6940a44a5433a9c7651b0ba48f8d216be666b977761cd5f8c3354458b4efd5f658334628f30b8cfe70fd3def3c26dcf841f3c7160ddae5c4fbc5674dbb0e6e4306030731945c073245df3cba940ebd903fbcb7d3c2b8389e86c982f73bdb50641c5aa466646cd3f692050ef3bd56969f52f6d8957561bbdecce96e90f7f5ddb44e2f02891761a384808fd624a64bffff00f8b98a32cb6013f93a139c6bac6db3063c3f86460859fdd735f3408e210426a621dcca19ac7fd88f3b3c9bfe58e770fb5124bea442d6ebabc27d89cf39aaa0c71ed010cc7554e63025ef6c8e67ced5ad0fa09cbfc89aab6a1efdb17829a17fb0ad09593163798fa1193919120607858db4da734a90cd36d629829016a75a2ecdb17f5d907cc92eb57c08487caf26dd2ca228fcb6650c66b9c14b339cb3cb5f008d2814b4dcfd6b912112037c68b763afd0c17fed63e0749a493280244ea3d5fcc878e13ed22eeca1a3c2ca7ca226b818eec16ccaa6e588144f9d8dd33e4d76a46c5ac3f06b6bc2ad26cb18421168d17fb2095b1664dbe26f0d3d4ffddccf524f47fe3673a5a3dc41b1f0a9357fd5d0312109ecd4d651926f3db1cd2c14aa0179be0e396ce5cb9088b6044b9aabc7663c54ca3aa241e749bb012b1baa44d331727ba3614098af6844b28fe73c1437a178260c811069421ec86c1ec1a4ff10eb9ff89c92ac161edd4e235187c0373b5bcf404b11bea86735d4d6ed9ce7845bdbdec63a16d3623566676f21c232174ccc65cd1677ea196a1d543e9fa9d1a36', 20271115, '2026-11-15 12:01:01+00', NULL);
INSERT INTO public.person_credential VALUES (2, 'kyc', '\x02b36984a013b40d3c9c6b0e3b54353a33370371b96a5de0fba00b05c4a33f62d78b90484d78f4c9e64c9115a4a28c1dc62bf97004bedc442390545df893fdbea723f2c3a04725cb2f6bc9b8cae9b3a3c42c02c4bdce2655397f4ed1b5f869d4b1ec82db1a516c207b4b9606b349da29f86ab8f5d58e41c0c79c42861ba4f019aa82bad0e4aaa22cd8ca8d4730869c957af3cfac45d579d9da786c796ba14a2dc75fa237cb683109e29ea1c215f25ec1045bf7810b3124a5826aa95a20a0ecec829c52019145cf32199201500bfd3dd0ca3ac976c2dd26b468c6973d3dbf8ab5ea2abfe7d4a14a7d7345f0955ddcf80541f1e277e96d6f5b973d55c5bc6eff9fd8f6a32df30899a4230c188daaf17b2a9e73ffaa384861a1d49903a50a744605bc06e5919d93e4a2d8381f86497b283a8ba620bf6b996ed62bb134087d4e70a745d3c016295c82648b7e9c9b66e059eb7b7533ac4ee3b799209c0291dab4643fa62621e1f7076eb468006d9e932a101e2bb1758a0f9148dcef0c72cc099bd11d86af8686f4b041a0df3023bd75742fb9ca45a2d6229774b9685662025af3180feeef2ae8c88d6200d5911de0c6163429ba8ec69febd64c206302eabf9cf7373df1ad5c3c6fb762e63900185a8fb2d987ab224625ee6453110450f59b7d4b2c12c7f1f88d68dd233f42a4fc690917d626a1142ebdbf96d31b2c03cbe8ff02614533f2d463abf9f32230918a2e4b19102ea0db5b7005fab180663f509bfe9252aeb67c0bc1bfc49a2ca2b63aacc9baa768049c566cfe7074b3d8ae6ea3e325b07cc1adabff945a305cc6a9e3ab4044953f3d1a25839d518e584303a4652786075d7034c410dfee6c9799175bc740b742f3a6bb7b1d1fe57cb243a3e03352aa45b26a4b8325145124f1843112701379cc1fef4f5b802e2c1e2717d401839bac397c942b89b05a266317038fd6f973a660ff3759a38406fc883fd214d04b60c22a5ea4dcea3565bcd8bcc0e90467b63c09d47b0c0ccddd1fb9649714816de0549fcf360ff0fd47cb4b0b330c0d20483e920dc677e3a43e26ee5f4bd03e15d7ac41db986784e31a314e1a568d2616a815490d8f1c35c4825418c7645e7390d834d6ecc0a96789f62342361f442274e1041467d82edfa96f4e83620f80d01fdf6528b4210a4930c2e23d7b26f92da027f6317067039f9b488c5ac354b4210e9c9d84db180b8edb4af0d1d97cff5b7efb260cd2b3dbbd81fd323664bd5fe13e1d50d65703f7ff4d8a882ced736abce2096b38206bf5f97d6de105e0d12e3e93bac6bfe265499ab5bccfd905d899d6e25b2760ee4b13c454f07ac48f1e38687a11bb3345aaf3326cdd28822372401985a00d1f6616e74da264ab9970f5a1bdadb5ab6c1655163f4c21ff78fe6e2842aff9cdbc1dc0fb7101ee5588b31c1304f45585e43602a3294ce8e0afbb45c74adb9c2b6b4ee3ef1a4a17e92dcb300bcc7299d822bd614d8e423036fda0c571d75b2d2a06cf0e415d07dc20bc0b9908391c39e792547058d5e183db8beab6', 20271115, '2026-11-15 12:02:02+00', NULL);
INSERT INTO public.person_file VALUES (1, '8621570558970744346469365917332610088401747074541788453763370343894629960261', '\x02b36984a0e1f766538ecf05423550110ac0fcfc549b5320bdc7b752c30dbfb1768f26ffa773fbf28c72ca14469cd3924addacc04e7ae5631c1b9b4e52b3d63fe0f819770a051bb19d9323a4459b7abf2bd1c253df08eb98ac137f08e525d12b110ca58b12ac51bfb71faae685dbe7bbb7a1a9e34c12c045a65944ea50dafd150c170b5e0c7b299e15e13ec56ef6eedb62db2371cc90eaf6ca083a6cbb8041452c693eba2d4b36', NULL, NULL, NULL, NULL);
INSERT INTO public.person_file VALUES (2, '9744898024061341086342138540768619263855289692621127368144273072024345774355', '\x02b36984a0189ef822c5a187bf4b5f536123fb72f87ce20d2d249caed96fd030d830ad8abf0218f7ab5fc5c434192fa9e73b178c47daaee50bc45f9766d197467bd3ad599c2913fffde2e2d2eced51d4fbb0efca14f7041ee85b07f4ddf5eeb3da4a5c38e0b807eebb1bc34f5c0df8b5be451d0d1a55ac6b1554c3388221dde6b568b19cf587bcca559ac191f1f17eebaf7ad8b68a48d0e4cd4594961c4a9fd36224715025c649', NULL, NULL, NULL, NULL);
INSERT INTO public.program OVERRIDING SYSTEM VALUE VALUES (1, 1, '484236228421', 'Onboarding', 'KYC', 1, '{}', '{}', 'cross-chain', '137', 'auto', NULL, NULL, NULL, '{https://shop.example}', 'when-asked', 30, false, true, '2026-11-15 12:00:00+00');
INSERT INTO public.program_nullifier VALUES (1, 'nullifier 1', 1, 'handle 1', '2026-11-15 12:01:01+00');
INSERT INTO public.program_total VALUES (1, 3, 1, '2026-11-15 12:03:03+00');
INSERT INTO public.program_version VALUES (1, 1, '{}', '{}', 'cross-chain', '137', '2026-11-15 12:00:00+00');
INSERT INTO public.review_rule VALUES (true, false);
INSERT INTO public.screening_list_entry VALUES (1, 'ca23de51a67a9077', 'person', '7b8d75131df4042e48459b8e7fa9b8ab', 0, '{"id":"ca23de51a67a9077","kind":"person","names":[{"text":"Marguerite Vandersteen","quality":"primary"}],"birthDates":[{"from":"1961-04-05","to":"1961-04-05","circa":false}],"nationalities":[],"documents":[],"programs":[],"cryptoAddresses":[]}');
INSERT INTO public.screening_list_version OVERRIDING SYSTEM VALUE VALUES (1, 'own', '7c4d3d95f525', 'plain-csv', '7c4d3d95f525dde711071b8bab26d72c2966872a43af7faf300c523e90a2efab', NULL, '2026-11-15 12:00:00+00', 'current', NULL, 1, 1, 0, '[]');
INSERT INTO public.secret_check VALUES (true, '\xf24a47db4ad5a6ca30427f0e0aed300326a3a14d0f1c0afb52d73fce6fc5ec67', '\xb36984a0', NULL, NULL, NULL);
INSERT INTO public.signing_key VALUES ('eOdZ6j4dJo6hP2NbbVrfbq81Pm9p664cuFzRaql1SKo', '{"x": "Qqj2ZUWzM7ZrUxurD_sZTyQoKP829Higbu1LH2ApDWs", "alg": "EdDSA", "crv": "Ed25519", "kid": "eOdZ6j4dJo6hP2NbbVrfbq81Pm9p664cuFzRaql1SKo", "kty": "OKP", "use": "sig"}', '\x02b36984a044f2da3f89fdd161c145cd2e8535b4f97fca2f48c9f1df6dcbebc272347736d8e82d2934cf088edfee4efb093d2e92fc595d822ebd5d096feb883d8bd0969ab609e5bacc5970dd0040dc3167dfb370a7e7fa9034b6cc912cc0029ab03b365b877eee2179e94f8deac2f49ed38a50d327148e95680be377befb8fa83bda2505c3e9b9eb8ecdcdcfb043e13b274a7aee8e5b03f115acd9f338fbf7a3f59d', '2026-11-15 12:00:00+00', NULL);
INSERT INTO public.soulbound_token VALUES (1, '137', '1', '2026-11-15 12:01:01+00');
INSERT INTO public.touchstone_migration VALUES ('0001-kyc', '2026-11-18T19:14:03.685Z');
INSERT INTO public.touchstone_migration VALUES ('0002-kyt', '2026-11-18T19:14:03.749Z');
INSERT INTO public.touchstone_migration VALUES ('0003-screening', '2026-11-18T19:14:03.771Z');
INSERT INTO public.touchstone_migration VALUES ('0004-chain', '2026-11-18T19:14:03.796Z');
INSERT INTO public.touchstone_migration VALUES ('0005-credential', '2026-11-18T19:14:03.809Z');
INSERT INTO public.touchstone_migration VALUES ('0006-biometrics', '2026-11-18T19:14:03.824Z');
INSERT INTO public.touchstone_migration VALUES ('0007-verification', '2026-11-18T19:14:03.995Z');
INSERT INTO public.touchstone_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.user_bucket VALUES (1, 1, 3);
INSERT INTO public.verification VALUES (1, 1, '\x02b36984a0dba4ec78247eb8e4cdda83e5f58378050c1e0f2ae5b30991b083b8f9ce244354c37e119424e21b9c166ceb64d9168e12f7ce669bb9be67243ed5023ee5fb633e5cdb1d0b7c4c80fdffb01ac1586b586a488f5b8559d82b47054e2e6b66aaaf67a7f2265a5a3468dc5a9f228c3ea3b52d5b440dc10324cfae26ca2267fda6efd7945abdae855fc81df2e10ea35a38bb2c9583b08b518aa90a86a17e1403a2cc4f4998ddcd17d608c179b76ea8be3cf9dc7f54a0d450e346036102b29ab8eb1f50d0c1359be652a7f165352a71c881ad08572a7e050c4c92c3010265b02489463c556be5772324e9071ba754e39657c2f3c0da9c3e65cc95a96c4647eb3d056d8aa52e3f9e0575dc823a1a153ee9e1f6b35a2bd1f0d2c75aed758e57c7bb7e9367053b66117d3681d59bafb70383249adff539243a9d23820cd47576', NULL, 0, NULL, false, NULL, NULL, NULL, '2026-11-15 12:01:01+00');
INSERT INTO public.verification VALUES (2, 1, '\x02b36984a0cdf1e5e4981938519e30fcfe75fba5b7eed7903184dca1eb0d0bfd1946ad1de68252de8531e9dd8d8d64ff81a8ac563037b8a628adb1bd51f2086495c47c1163e04b1292c0197671e40e421f9cd536fe04d8f708324c6bf63f8c57bf4a491dcb092345d423554ab554cdacbe27fd15e412df7702907464dc98fdd882eb2193d9a3a98d93a0050259c9e2b227f13142194a3313ac3825566bcedde1678d9f150352963ee95720682bcd2f20407b4ad90307f2c871984c04a704ced3a140dc043c25f5ffdf0d0ccb163f771931579b4ca7c96e31c239a5e8507ee947874ea29593ef7a9d1a0b874fd0ff09408ce8ee7765ee52fc683927ebb127c2ef7368a4e5db6165b2808fe44c37344c568f3d1d4730e55c246e367c1c73c365dcebc2457ecf0ece67b2ab15ec04d87f5b99a57ee8b15996240675acce3c168845', NULL, 0, NULL, false, NULL, NULL, NULL, '2026-11-15 12:02:02+00');
INSERT INTO public.verification VALUES (3, 1, NULL, NULL, 0, NULL, false, NULL, NULL, NULL, '2026-11-15 12:03:03+00');
INSERT INTO public.verification_check VALUES (1, 1, 'document', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (1, 1, 'liveness', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (1, 1, 'credential', true, 'issuer key af8e8737-75a8-4e88-8b89-d9d2cce71ad8', '\x5b1b28a0845273ecfccd300b10eaa98471857fe461cb35c145d04f24980e2ba3', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (1, 1, 'proof', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (1, 1, 'mint', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (1, 1, 'consent', true, 'the person', '\xfd193000ff6998048ecd3646fdc22c680a0356179f6166ddf93921c01fffbf01', '2026-11-15 12:01:01+00');
INSERT INTO public.verification_check VALUES (2, 1, 'document', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:02:02+00');
INSERT INTO public.verification_check VALUES (2, 1, 'liveness', true, 'test', '\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-15 12:02:02+00');
INSERT INTO public.verification_check VALUES (2, 1, 'credential', true, 'issuer key af8e8737-75a8-4e88-8b89-d9d2cce71ad8', '\xb67816b805ed3480f0243b3b728fcd13be568edcd8cb84b626d3ad045286dc49', '2026-11-15 12:02:02+00');
SELECT pg_catalog.setval('public.account_event_id_seq', 4, true);
SELECT pg_catalog.setval('public.audit_log_id_seq', 8, true);
SELECT pg_catalog.setval('public.chain_ending_id_seq', 1, false);
SELECT pg_catalog.setval('public.chain_job_id_seq', 1, false);
SELECT pg_catalog.setval('public.faceprint_id_seq', 1, false);
SELECT pg_catalog.setval('public.faceprint_key_id_seq', 1, false);
SELECT pg_catalog.setval('public.frame_session_id_seq', 3, true);
SELECT pg_catalog.setval('public.hand_off_id_seq', 1, false);
SELECT pg_catalog.setval('public.journey_account_id_seq', 7, true);
SELECT pg_catalog.setval('public.journey_id_seq', 3, true);
SELECT pg_catalog.setval('public.kyt_alert_seq_seq', 1, false);
SELECT pg_catalog.setval('public.kyt_import_id_seq', 3, true);
SELECT pg_catalog.setval('public.kyt_watch_id_seq', 1, true);
SELECT pg_catalog.setval('public.login_code_id_seq', 3, true);
SELECT pg_catalog.setval('public.mailbox_id_seq', 1, false);
SELECT pg_catalog.setval('public.member_code_id_seq', 1, false);
SELECT pg_catalog.setval('public.member_id_seq', 1, true);
SELECT pg_catalog.setval('public.member_passkey_id_seq', 1, false);
SELECT pg_catalog.setval('public.member_session_id_seq', 1, false);
SELECT pg_catalog.setval('public.membership_id_seq', 1, true);
SELECT pg_catalog.setval('public.merchant_id_seq', 1, true);
SELECT pg_catalog.setval('public.person_id_seq', 3, true);
SELECT pg_catalog.setval('public.program_id_seq', 1, true);
SELECT pg_catalog.setval('public.review_id_seq', 1, false);
SELECT pg_catalog.setval('public.review_picture_journal_id_seq', 1, false);
SELECT pg_catalog.setval('public.revocation_id_seq', 1, false);
SELECT pg_catalog.setval('public.screening_list_version_id_seq', 1, true);
ALTER TABLE ONLY ledger.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (address, coin);
ALTER TABLE ONLY ledger.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (part, version);
ALTER TABLE ONLY ledger.chunk
    ADD CONSTRAINT chunk_pkey PRIMARY KEY (address, coin, last_seen, seq) INCLUDE (first_seen, txs, received_txs, spent_txs);
ALTER TABLE ONLY ledger.edge
    ADD CONSTRAINT edge_pkey PRIMARY KEY (address, coin, counterparty);
ALTER TABLE ONLY ledger.known_address
    ADD CONSTRAINT known_address_pkey PRIMARY KEY (address);
ALTER TABLE ONLY ledger.label_source
    ADD CONSTRAINT label_source_pkey PRIMARY KEY (name);
ALTER TABLE ONLY ledger.ledger_migration_lock
    ADD CONSTRAINT ledger_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY ledger.ledger_migration
    ADD CONSTRAINT ledger_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY ledger.price
    ADD CONSTRAINT price_pkey PRIMARY KEY (coin, day);
ALTER TABLE ONLY ledger.staged_fact
    ADD CONSTRAINT staged_fact_pkey PRIMARY KEY (import, key);
ALTER TABLE ONLY ledger.staged
    ADD CONSTRAINT staged_pkey PRIMARY KEY (import, seq);
ALTER TABLE ONLY ledger.state
    ADD CONSTRAINT state_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY ledger.transaction
    ADD CONSTRAINT transaction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_version
    ADD CONSTRAINT access_version_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_day
    ADD CONSTRAINT api_day_pkey PRIMARY KEY (merchant_id, day);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_fingerprint_key UNIQUE (fingerprint);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chain_ending
    ADD CONSTRAINT chain_ending_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chain_job
    ADD CONSTRAINT chain_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chain_signer
    ADD CONSTRAINT chain_signer_pkey PRIMARY KEY (chain_id, signer);
ALTER TABLE ONLY public.chain_transaction
    ADD CONSTRAINT chain_transaction_pkey PRIMARY KEY (chain_id, hash);
ALTER TABLE ONLY public.cleared_pair
    ADD CONSTRAINT cleared_pair_pkey PRIMARY KEY (merchant_id, person_id, list, entry_id, entry_hash);
ALTER TABLE ONLY public.credential_issuer_key
    ADD CONSTRAINT credential_issuer_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.data_provider
    ADD CONSTRAINT data_provider_issuer_key UNIQUE (issuer);
ALTER TABLE ONLY public.data_provider
    ADD CONSTRAINT data_provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.decision
    ADD CONSTRAINT decision_pkey PRIMARY KEY (journey_id, check_name, seq);
ALTER TABLE ONLY public.faceprint
    ADD CONSTRAINT faceprint_change_key UNIQUE (change);
ALTER TABLE ONLY public.faceprint_gone
    ADD CONSTRAINT faceprint_gone_change_key UNIQUE (change);
ALTER TABLE ONLY public.faceprint_gone
    ADD CONSTRAINT faceprint_gone_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.faceprint_key
    ADD CONSTRAINT faceprint_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.faceprint
    ADD CONSTRAINT faceprint_person_model_key UNIQUE (person, model);
ALTER TABLE ONLY public.faceprint
    ADD CONSTRAINT faceprint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.faceprint_state
    ADD CONSTRAINT faceprint_state_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY public.forget_receipt
    ADD CONSTRAINT forget_receipt_pkey PRIMARY KEY (receipt_id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_bearer_hash_key UNIQUE (bearer_hash);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_token_id_key UNIQUE (token_id);
ALTER TABLE ONLY public.hand_off
    ADD CONSTRAINT hand_off_code_hash_key UNIQUE (code_hash);
ALTER TABLE ONLY public.hand_off
    ADD CONSTRAINT hand_off_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.issued_credential
    ADD CONSTRAINT issued_credential_pkey PRIMARY KEY (credential_id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (journey_id, seq);
ALTER TABLE ONLY public.journey_account
    ADD CONSTRAINT journey_account_journey_id_kind_chain_id_fingerprint_key UNIQUE (journey_id, kind, chain_id, fingerprint);
ALTER TABLE ONLY public.journey_account
    ADD CONSTRAINT journey_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journey
    ADD CONSTRAINT journey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journey
    ADD CONSTRAINT journey_program_id_person_id_key UNIQUE (program_id, person_id);
ALTER TABLE ONLY public.kyt_alert
    ADD CONSTRAINT kyt_alert_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kyt_asked_address
    ADD CONSTRAINT kyt_asked_address_pkey PRIMARY KEY (merchant, coin, address);
ALTER TABLE ONLY public.kyt_covered
    ADD CONSTRAINT kyt_covered_pkey PRIMARY KEY (network, first_block);
ALTER TABLE ONLY public.kyt_followed_block
    ADD CONSTRAINT kyt_followed_block_pkey PRIMARY KEY (network, number);
ALTER TABLE ONLY public.kyt_followed_head
    ADD CONSTRAINT kyt_followed_head_pkey PRIMARY KEY (network);
ALTER TABLE ONLY public.kyt_import
    ADD CONSTRAINT kyt_import_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kyt_label_source
    ADD CONSTRAINT kyt_label_source_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.kyt_ledger
    ADD CONSTRAINT kyt_ledger_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY public.kyt_risk_policy
    ADD CONSTRAINT kyt_risk_policy_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.kyt_watch
    ADD CONSTRAINT kyt_watch_merchant_network_address_key UNIQUE (merchant, network, address);
ALTER TABLE ONLY public.kyt_watch
    ADD CONSTRAINT kyt_watch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kyt_webhook
    ADD CONSTRAINT kyt_webhook_pkey PRIMARY KEY (merchant);
ALTER TABLE ONLY public.liveness_capture
    ADD CONSTRAINT liveness_capture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.liveness_draws
    ADD CONSTRAINT liveness_draws_pkey PRIMARY KEY (person_hash);
ALTER TABLE ONLY public.liveness_frames
    ADD CONSTRAINT liveness_frames_pkey PRIMARY KEY (capture_id, first_index);
ALTER TABLE ONLY public.liveness_seen
    ADD CONSTRAINT liveness_seen_pkey PRIMARY KEY (picture_hash);
ALTER TABLE ONLY public.login_code
    ADD CONSTRAINT login_code_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member_challenge
    ADD CONSTRAINT member_challenge_pkey PRIMARY KEY (challenge_hash);
ALTER TABLE ONLY public.member_code
    ADD CONSTRAINT member_code_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_email_hash_key UNIQUE (email_hash);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_member_no_key UNIQUE (member_no);
ALTER TABLE ONLY public.member_passkey
    ADD CONSTRAINT member_passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.member_passkey
    ADD CONSTRAINT member_passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member_session
    ADD CONSTRAINT member_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member_session
    ADD CONSTRAINT member_session_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.merchant_day
    ADD CONSTRAINT merchant_day_pkey PRIMARY KEY (merchant_id, day);
ALTER TABLE ONLY public.merchant
    ADD CONSTRAINT merchant_mch_no_key UNIQUE (mch_no);
ALTER TABLE ONLY public.merchant_person
    ADD CONSTRAINT merchant_person_pkey PRIMARY KEY (merchant_id, person_id);
ALTER TABLE ONLY public.merchant
    ADD CONSTRAINT merchant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person_credential
    ADD CONSTRAINT person_credential_pkey PRIMARY KEY (person_id, kind);
ALTER TABLE ONLY public.person_file
    ADD CONSTRAINT person_file_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_login_fingerprint_key UNIQUE (login_fingerprint);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_svc_id_key UNIQUE (svc_id);
ALTER TABLE ONLY public.program_nullifier
    ADD CONSTRAINT program_nullifier_pkey PRIMARY KEY (program_id, nullifier);
ALTER TABLE ONLY public.program_on_chain
    ADD CONSTRAINT program_on_chain_pkey PRIMARY KEY (program_id, chain_id);
ALTER TABLE ONLY public.program
    ADD CONSTRAINT program_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.program
    ADD CONSTRAINT program_program_no_key UNIQUE (program_no);
ALTER TABLE ONLY public.program_total
    ADD CONSTRAINT program_total_pkey PRIMARY KEY (program_id);
ALTER TABLE ONLY public.program_version
    ADD CONSTRAINT program_version_pkey PRIMARY KEY (program_id, number);
ALTER TABLE ONLY public.review_opinion
    ADD CONSTRAINT review_opinion_pkey PRIMARY KEY (review_id, number);
ALTER TABLE ONLY public.review_picture_journal
    ADD CONSTRAINT review_picture_journal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_picture
    ADD CONSTRAINT review_picture_pkey PRIMARY KEY (review_id, number);
ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_rule
    ADD CONSTRAINT review_rule_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.revocation
    ADD CONSTRAINT revocation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.revoked_handle
    ADD CONSTRAINT revoked_handle_pkey PRIMARY KEY (handle);
ALTER TABLE ONLY public.screening_list_entry
    ADD CONSTRAINT screening_list_entry_pkey PRIMARY KEY (version_id, entry_id);
ALTER TABLE ONLY public.screening_list_version
    ADD CONSTRAINT screening_list_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.secret_check
    ADD CONSTRAINT secret_check_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.soulbound_token
    ADD CONSTRAINT soulbound_token_pkey PRIMARY KEY (journey_id, chain_id);
ALTER TABLE ONLY public.statement_request
    ADD CONSTRAINT statement_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.touchstone_migration_lock
    ADD CONSTRAINT touchstone_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.touchstone_migration
    ADD CONSTRAINT touchstone_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.user_bucket
    ADD CONSTRAINT user_bucket_pkey PRIMARY KEY (program_id, bucket);
ALTER TABLE ONLY public.verification_check
    ADD CONSTRAINT verification_check_pkey PRIMARY KEY (journey_id, attempt, check_name);
ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (journey_id);
ALTER TABLE ONLY public.wallet_challenge
    ADD CONSTRAINT wallet_challenge_pkey PRIMARY KEY (id);
CREATE INDEX label_of_address ON ledger.label USING btree (address);
CREATE INDEX label_of_source ON ledger.label USING btree (source, revision);
CREATE INDEX transaction_by_block ON ledger.transaction USING brin (block) WITH (pages_per_range='16');
CREATE INDEX account_event_by_journey ON public.account_event USING btree (journey_id, id);
CREATE INDEX api_key_by_merchant ON public.api_key USING btree (merchant_id);
CREATE INDEX audit_log_merchant ON public.audit_log USING btree (merchant_id, id);
CREATE INDEX audit_log_target ON public.audit_log USING btree (merchant_id, target, id);
CREATE INDEX chain_ending_by_revocation ON public.chain_ending USING btree (revocation_id) WHERE (final_at IS NULL);
CREATE INDEX chain_ending_of_grant ON public.chain_ending USING btree (chain_id, cooperator, what) WHERE (kind = 'grant'::text);
CREATE UNIQUE INDEX chain_ending_once ON public.chain_ending USING btree (chain_id, kind, cooperator, what) WHERE (kind <> 'grant'::text);
CREATE UNIQUE INDEX chain_ending_open ON public.chain_ending USING btree (chain_id, cooperator, what) WHERE ((kind = 'grant'::text) AND (final_at IS NULL));
CREATE UNIQUE INDEX chain_job_key ON public.chain_job USING btree (chain_id, key);
CREATE UNIQUE INDEX chain_job_nonce ON public.chain_job USING btree (chain_id, signer, nonce) WHERE (nonce IS NOT NULL);
CREATE INDEX chain_job_open ON public.chain_job USING btree (chain_id, signer, status, nonce, id) WHERE (status <> ALL (ARRAY['final'::text, 'failed'::text]));
CREATE INDEX chain_job_status ON public.chain_job USING btree (chain_id, status, id);
CREATE INDEX chain_job_subject ON public.chain_job USING btree (subject) WHERE (subject IS NOT NULL);
CREATE INDEX chain_transaction_job ON public.chain_transaction USING btree (job_id, nonce);
CREATE UNIQUE INDEX credential_issuer_key_current ON public.credential_issuer_key USING btree (announced) WHERE (retired_at IS NULL);
CREATE INDEX faceprint_of_key ON public.faceprint USING btree (key_id);
CREATE UNIQUE INDEX forget_receipt_open ON public.forget_receipt USING btree (person_id) WHERE (completed_at IS NULL);
CREATE INDEX forget_receipt_person ON public.forget_receipt USING btree (person_id, asked_at);
CREATE INDEX frame_session_by_journey ON public.frame_session USING btree (journey_id);
CREATE INDEX frame_session_by_parent ON public.frame_session USING btree (parent_id);
CREATE INDEX frame_session_by_use ON public.frame_session USING btree (used_at);
CREATE INDEX hand_off_by_session ON public.hand_off USING btree (session_id, id);
CREATE INDEX issued_credential_by_person ON public.issued_credential USING btree (person_id);
CREATE INDEX issued_credential_revoked ON public.issued_credential USING btree (valid_until) WHERE (revocation_id IS NOT NULL);
CREATE INDEX journey_account_by_fingerprint ON public.journey_account USING btree (program_id, fingerprint);
CREATE INDEX journey_account_by_lower_fingerprint ON public.journey_account USING btree (program_id, lower_fingerprint) WHERE (lower_fingerprint IS NOT NULL);
CREATE INDEX journey_account_waiting ON public.journey_account USING btree (journey_id) WHERE ((consented_at IS NOT NULL) AND (granted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX journey_by_activity ON public.journey USING btree (program_id, bucket DESC, activity_at DESC, svc_id);
CREATE INDEX journey_by_beginning ON public.journey USING btree (program_id, began_at) INCLUDE (id, status, seq, reason_code, version);
CREATE INDEX journey_by_completion ON public.journey USING btree (program_id, completed_at) INCLUDE (began_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX journey_by_person ON public.journey USING btree (person_id);
CREATE INDEX journey_by_status ON public.journey USING btree (program_id, status, activity_at, id);
CREATE INDEX journey_withdrawn ON public.journey USING btree (program_id) WHERE (withdrawn_at IS NOT NULL);
CREATE INDEX kyt_alert_dead ON public.kyt_alert USING btree (merchant, seq) WHERE (state = 'dead'::text);
CREATE INDEX kyt_alert_due ON public.kyt_alert USING btree (due_at) WHERE (state = 'pending'::text);
CREATE INDEX kyt_alert_finished ON public.kyt_alert USING btree (finished_at) WHERE (state = ANY (ARRAY['delivered'::text, 'kept'::text]));
CREATE INDEX kyt_alert_of_merchant ON public.kyt_alert USING btree (merchant, seq);
CREATE INDEX kyt_alert_of_watch ON public.kyt_alert USING btree (watch_id, seq) WHERE (state = 'pending'::text);
CREATE INDEX kyt_asked_address_time ON public.kyt_asked_address USING btree (merchant, at);
CREATE INDEX kyt_import_open ON public.kyt_import USING btree (state) WHERE (state = ANY (ARRAY['staging'::text, 'applying'::text]));
CREATE INDEX kyt_watch_of_merchant ON public.kyt_watch USING btree (merchant, id);
CREATE INDEX kyt_watch_outdated ON public.kyt_watch USING btree (checked_version, id);
CREATE INDEX liveness_capture_by_journey ON public.liveness_capture USING btree (journey_id);
CREATE INDEX liveness_draws_by_time ON public.liveness_draws USING btree (kept_until);
CREATE INDEX liveness_seen_by_time ON public.liveness_seen USING btree (at);
CREATE INDEX login_code_by_address ON public.login_code USING btree (address_hash, created_at);
CREATE INDEX login_code_by_ip ON public.login_code USING btree (ip_hash, created_at);
CREATE INDEX login_code_by_session ON public.login_code USING btree (session_id, id);
CREATE INDEX member_challenge_time ON public.member_challenge USING btree (expires_at);
CREATE INDEX member_code_flow ON public.member_code USING btree (flow_hash) WHERE (ended_at IS NULL);
CREATE INDEX member_code_time ON public.member_code USING btree (created_at);
CREATE INDEX member_passkey_member ON public.member_passkey USING btree (member_id);
CREATE INDEX member_session_member ON public.member_session USING btree (member_id) WHERE (ended_at IS NULL);
CREATE INDEX membership_merchant ON public.membership USING btree (merchant_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX membership_once ON public.membership USING btree (member_id, COALESCE(merchant_id, (0)::bigint)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX merchant_demo ON public.merchant USING btree (demo) WHERE demo;
CREATE INDEX person_by_ssi_wallet ON public.person USING btree (lower(ssi_wallet));
CREATE INDEX program_by_merchant ON public.program USING btree (merchant_id, id);
CREATE UNIQUE INDEX review_once ON public.review USING btree (journey_id, attempt, kind, for_operator) WHERE (decided_at IS NULL);
CREATE INDEX review_open ON public.review USING btree (opened_at) WHERE (decided_at IS NULL);
CREATE UNIQUE INDEX review_opinion_once ON public.review_opinion USING btree (review_id, by_member) WHERE (ended_at IS NULL);
CREATE INDEX review_picture_journal_review ON public.review_picture_journal USING btree (review_id, id);
CREATE INDEX revocation_by_person ON public.revocation USING btree (person_id);
CREATE INDEX revocation_open ON public.revocation USING btree (id) WHERE (final_at IS NULL);
CREATE UNIQUE INDEX screening_list_current ON public.screening_list_version USING btree (list) WHERE (state = 'current'::text);
CREATE INDEX screening_list_of ON public.screening_list_version USING btree (list, id);
CREATE TRIGGER account_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.account_event FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_append_only();
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_append_only();
CREATE TRIGGER journal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_append_only();
CREATE TRIGGER program_version_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.program_version FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_append_only();
CREATE TRIGGER review_picture_journal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.review_picture_journal FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_append_only();
ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.api_day
    ADD CONSTRAINT api_day_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.chain_ending
    ADD CONSTRAINT chain_ending_revocation_id_fkey FOREIGN KEY (revocation_id) REFERENCES public.revocation(id);
ALTER TABLE ONLY public.chain_transaction
    ADD CONSTRAINT chain_transaction_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.chain_job(id);
ALTER TABLE ONLY public.cleared_pair
    ADD CONSTRAINT cleared_pair_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.cleared_pair
    ADD CONSTRAINT cleared_pair_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.decision
    ADD CONSTRAINT decision_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.faceprint
    ADD CONSTRAINT faceprint_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.faceprint_key(id);
ALTER TABLE ONLY public.forget_receipt
    ADD CONSTRAINT forget_receipt_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.frame_session(id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.frame_session
    ADD CONSTRAINT frame_session_version FOREIGN KEY (program_id, program_version) REFERENCES public.program_version(program_id, number);
ALTER TABLE ONLY public.hand_off
    ADD CONSTRAINT hand_off_phone_session_id_fkey FOREIGN KEY (phone_session_id) REFERENCES public.frame_session(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.hand_off
    ADD CONSTRAINT hand_off_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.frame_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.issued_credential
    ADD CONSTRAINT issued_credential_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.issued_credential
    ADD CONSTRAINT issued_credential_revocation_id_fkey FOREIGN KEY (revocation_id) REFERENCES public.revocation(id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.journey_account
    ADD CONSTRAINT journey_account_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.journey_account
    ADD CONSTRAINT journey_account_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.journey
    ADD CONSTRAINT journey_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.journey
    ADD CONSTRAINT journey_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.journey
    ADD CONSTRAINT journey_version FOREIGN KEY (program_id, version) REFERENCES public.program_version(program_id, number);
ALTER TABLE ONLY public.liveness_capture
    ADD CONSTRAINT liveness_capture_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.liveness_frames
    ADD CONSTRAINT liveness_frames_capture_id_fkey FOREIGN KEY (capture_id) REFERENCES public.liveness_capture(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.login_code
    ADD CONSTRAINT login_code_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.frame_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.member_passkey
    ADD CONSTRAINT member_passkey_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id);
ALTER TABLE ONLY public.member_session
    ADD CONSTRAINT member_session_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.merchant_day
    ADD CONSTRAINT merchant_day_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.merchant_person
    ADD CONSTRAINT merchant_person_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.merchant_person
    ADD CONSTRAINT merchant_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.person_credential
    ADD CONSTRAINT person_credential_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.person_file
    ADD CONSTRAINT person_file_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.program
    ADD CONSTRAINT program_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id);
ALTER TABLE ONLY public.program_nullifier
    ADD CONSTRAINT program_nullifier_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.program_nullifier
    ADD CONSTRAINT program_nullifier_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.program_on_chain
    ADD CONSTRAINT program_on_chain_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.program_total
    ADD CONSTRAINT program_total_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.program_version
    ADD CONSTRAINT program_version_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.review_opinion
    ADD CONSTRAINT review_opinion_review_id_fkey FOREIGN KEY (review_id) REFERENCES public.review(id);
ALTER TABLE ONLY public.review_picture_journal
    ADD CONSTRAINT review_picture_journal_review_id_fkey FOREIGN KEY (review_id) REFERENCES public.review(id);
ALTER TABLE ONLY public.review_picture
    ADD CONSTRAINT review_picture_review_id_fkey FOREIGN KEY (review_id) REFERENCES public.review(id);
ALTER TABLE ONLY public.revocation
    ADD CONSTRAINT revocation_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.revoked_handle
    ADD CONSTRAINT revoked_handle_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.screening_list_entry
    ADD CONSTRAINT screening_list_entry_version_id_fkey FOREIGN KEY (version_id) REFERENCES public.screening_list_version(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.soulbound_token
    ADD CONSTRAINT soulbound_token_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.statement_request
    ADD CONSTRAINT statement_request_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.statement_request
    ADD CONSTRAINT statement_request_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.data_provider(id);
ALTER TABLE ONLY public.user_bucket
    ADD CONSTRAINT user_bucket_program_id_fkey FOREIGN KEY (program_id) REFERENCES public.program(id);
ALTER TABLE ONLY public.verification_check
    ADD CONSTRAINT verification_check_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.journey(id);
ALTER TABLE ONLY public.wallet_challenge
    ADD CONSTRAINT wallet_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.frame_session(id) ON DELETE CASCADE;
