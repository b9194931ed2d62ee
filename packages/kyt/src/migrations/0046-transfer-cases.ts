import { sqlMigration } from '@touchstone/storage'

/** Adds what members do with transfers before they decide, and the versions of merchants' policies. */
export const transferCases = sqlMigration([
  // The number of the member who handles the transfer.
  'alter table kyt_transfer add column assigned_to text',
  'create index kyt_transfer_assigned on kyt_transfer (merchant, assigned_to, id) where assigned_to is not null',
  'create index kyt_customer_page on kyt_customer (merchant, created_at, id)',

  `create table kyt_transfer_remark (
    transfer_id bigint not null references kyt_transfer (id),
    number integer not null,
    by_member text not null,
    at timestamptz(3) not null,
    -- The newest decision on the transfer when the remark was made.
    decision_id bigint not null references kyt_transfer_decision (id),
    -- Null for a note. Otherwise, the remark is an opinion with which a second member has to agree.
    decision text check (decision in ('allow', 'hold', 'block')),
    sealed bytea not null,
    ended_at timestamptz(3),
    ended text check (ended in ('agreed', 'disagreed', 'withdrawn', 'outdated')),
    primary key (transfer_id, number)
  )`,

  // Whether two members have to agree on a merchant's decisions. Without a row, one member decides.
  `create table kyt_transfer_setting (
    merchant text primary key,
    by_two boolean not null,
    updated_at timestamptz(3) not null
  )`,

  `create table kyt_policy_version (
    id bigint generated always as identity primary key,
    merchant text not null,
    -- What differs from the default policy, as JSON. Null if the default policy was restored.
    policy text,
    -- The version and the hash of the whole policy. Versions from before this migration have no hash.
    version text not null,
    fingerprint text not null,
    -- A member's number, or who else changed the policy.
    changed_by text not null,
    changed_at timestamptz(3) not null
  )`,
  'create index kyt_policy_version_of on kyt_policy_version (merchant, id)',
  `insert into kyt_policy_version (merchant, policy, version, fingerprint, changed_by, changed_at)
    select merchant, policy::text, coalesce(policy ->> 'version', ''), '', '', updated_at from kyt_risk_policy`,
])
