import { sqlMigration } from '@touchstone/storage'

export const members = sqlMigration([
  // Somebody who works for merchants, or for the operator. Found by the hash of the address.
  `create table member (
    id bigint generated always as identity primary key,
    member_no text not null unique,
    email_hash bytea not null unique,
    email_sealed bytea not null,
    created_at timestamptz(3) not null
  )`,

  // Without a merchant: of the operator, who sees all of them.
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

  // Also for addresses that nobody has: who asks must not learn which ones are known, and is counted all the same.
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
    created_at timestamptz(3) not null,
    seen_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    ended_at timestamptz(3),
    network text not null,
    browser text not null
  )`,
  'create index member_session_member on member_session (member_id) where ended_at is null',

  // Who changed what, when, and from which network. Of a merchant, or of the operator.
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
  `create trigger audit_log_is_append_only before update or delete or truncate on audit_log
    for each statement execute function journal_is_append_only()`,
])
