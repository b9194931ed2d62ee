import { sqlMigration } from '@touchstone/storage'

/** What merchants have otherwise than everybody; the version makes what is remembered of answers unreachable. */
export const riskPolicies = sqlMigration([
  `create table kyt_risk_policy (
    merchant text primary key,
    policy jsonb not null,
    updated_at timestamptz(3) not null
  )`,
  'alter table kyt_ledger add column policy_version integer not null default 0',
  // The fingerprint of the policy of everybody: another one at a start is a change, too.
  "alter table kyt_ledger add column base_policy text not null default ''",
])
