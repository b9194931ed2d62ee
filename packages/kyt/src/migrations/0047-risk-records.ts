import { sqlMigration } from '@touchstone/storage'

/** Adds recorded questions, merchants' decisions on addresses, and signed reports. */
export const riskRecords = sqlMigration([
  `create table kyt_question (
    id uuid primary key,
    seq bigint generated always as identity unique,
    merchant text not null,
    channel text not null check (channel in ('dashboard', 'command-line', 'mcp', 'api')),
    -- The number of the member, or the id of the API key.
    asker text not null,
    at timestamptz(3) not null,
    -- Keyed hash of the address or transaction.
    subject bytea not null,
    -- Keyed hash of the whole question.
    question bytea not null,
    -- The coin, the address and the transaction.
    sealed bytea not null,
    score smallint not null,
    level text not null,
    coverage text not null,
    model text not null,
    policy text not null,
    ledger bigint not null,
    labels bigint not null,
    prices bigint not null
  )`,
  'create index kyt_question_page on kyt_question (merchant, seq)',
  'create index kyt_question_subject on kyt_question (merchant, subject, seq)',
  'create index kyt_question_asker on kyt_question (merchant, asker, seq)',
  'create index kyt_question_at on kyt_question (at)',

  // Null if the questions of a batch are not recorded.
  'alter table kyt_batch add channel text, add asker text',

  `create table kyt_question_setting (
    merchant text primary key,
    records_api boolean not null,
    updated_at timestamptz(3) not null
  )`,

  // Rows are never changed, so that every decision can be explained as it was made.
  `create table kyt_risk_decision (
    id uuid primary key,
    seq bigint generated always as identity unique,
    merchant text not null,
    subject bytea not null,
    decision text not null check (decision in ('allow', 'monitor', 'investigate', 'prohibit')),
    -- The coin, the address, the transaction and the reason.
    sealed bytea not null,
    -- The number of the member.
    made_by text not null,
    made_at timestamptz(3) not null,
    score smallint not null,
    level text not null,
    coverage text not null
  )`,
  'create index kyt_risk_decision_subject on kyt_risk_decision (merchant, subject, seq)',

  `create table kyt_report (
    id text primary key,
    seq bigint generated always as identity unique,
    merchant text not null,
    subject bytea not null,
    made_by text not null,
    made_at timestamptz(3) not null,
    -- The line of the report in a list.
    line_sealed bytea not null,
    -- The compressed file.
    sealed bytea not null
  )`,
  'create index kyt_report_page on kyt_report (merchant, seq)',
  'create index kyt_report_subject on kyt_report (merchant, subject, seq)',
  'create index kyt_report_at on kyt_report (made_at)',

  // Public keys are kept, so that reports can be verified after their key has been replaced.
  `create table kyt_report_key (
    kid text primary key,
    public_key text not null,
    -- The private key. Null once the key has been replaced.
    sealed bytea,
    created_at timestamptz(3) not null,
    mac bytea not null
  )`,
])
