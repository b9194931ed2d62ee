import { sqlMigration } from '@touchstone/storage'

/** Adds customers' transfers with the decisions on them. */
export const transfers = sqlMigration([
  `create table kyt_customer (
    id uuid primary key,
    merchant text not null,
    -- Keyed hash of the merchant's number of the customer.
    fingerprint bytea not null,
    -- The number of the customer and its account in the verification.
    sealed bytea not null,
    created_at timestamptz(3) not null,
    unique (merchant, fingerprint)
  )`,

  `create table kyt_transfer (
    id bigint generated always as identity primary key,
    merchant text not null,
    customer_id uuid not null references kyt_customer (id),
    -- Keyed hashes of the reference and of the content.
    reference bytea not null,
    content bytea not null,
    -- The reference.
    sealed bytea not null,
    direction text not null check (direction in ('deposit', 'withdrawal')),
    network smallint not null,
    coin text not null,
    address text not null,
    txid text,
    amount numeric not null,
    -- Unix seconds.
    time bigint not null,
    country text,
    attempt boolean not null,
    -- The newest value, in millionths of a USD. Null if the coin has no price.
    usd numeric,
    -- The newest score and level of the counterparty.
    score smallint not null,
    level text not null,
    decision text not null check (decision in ('allow', 'hold', 'block')),
    decided_by text not null check (decided_by in ('rules', 'member')),
    decided_at timestamptz(3) not null,
    -- The newest decision of the rules, the policy that it used, and when it is made again.
    policy text not null,
    due boolean not null,
    claimed_until timestamptz(3),
    created_at timestamptz(3) not null,
    unique (merchant, reference)
  )`,
  'create index kyt_transfer_page on kyt_transfer (merchant, id)',
  'create index kyt_transfer_queue on kyt_transfer (merchant, decision, id)',
  'create index kyt_transfer_customer on kyt_transfer (customer_id, time, id)',
  'create index kyt_transfer_address on kyt_transfer (customer_id, network, address)',
  'create index kyt_transfer_due on kyt_transfer (id) where due',

  // Rows are never changed, so that every decision can be explained as it was made.
  `create table kyt_transfer_decision (
    id bigint generated always as identity primary key,
    transfer_id bigint not null references kyt_transfer (id),
    made_by text not null check (made_by in ('rules', 'member')),
    made_at timestamptz(3) not null,
    decision text not null check (decision in ('allow', 'hold', 'block')),
    usd numeric,
    -- The values on which a decision of the rules is based. Null for a member's decision.
    facts text
  )`,
  'create index kyt_transfer_decision_of on kyt_transfer_decision (transfer_id, id)',

  `create table kyt_transfer_note (
    id uuid primary key,
    decision_id bigint not null unique references kyt_transfer_decision (id),
    -- The note and the member.
    sealed bytea not null
  )`,

  // Hashes of the parts of the ledger on which the newest decision of the rules depends.
  `create table kyt_transfer_dependency (
    transfer_id bigint primary key references kyt_transfer (id),
    dependencies integer[] not null
  )`,
  'create index kyt_transfer_dependency_hash on kyt_transfer_dependency using gin (dependencies)',

  // The state of the ledger and of the policies up to which transfers were marked for a new decision.
  `create table kyt_reassessment (
    singleton boolean primary key default true check (singleton),
    ledger bigint not null,
    labels bigint not null,
    prices bigint not null,
    policies bigint not null,
    coverage text not null
  )`,
  `insert into kyt_reassessment (ledger, labels, prices, policies, coverage) values (-1, -1, -1, -1, '{}')`,
])
