import { sqlMigration } from '@touchstone/storage'

/** What the dashboard's overview and its list of people are read from. */
export const apiDays = sqlMigration([
  // Calls of a merchant's keys on a UTC day; `errors` and `limited` are among the calls, and apart from each other.
  `create table api_day (
    merchant_id bigint not null references merchant,
    day date not null,
    calls bigint not null default 0,
    errors bigint not null default 0,
    limited bigint not null default 0,
    primary key (merchant_id, day)
  )`,

  // When the present attempt began, kept beside the status so that a funnel reads one row for each journey.
  'alter table journey add column began_at timestamptz(3)',
  `update journey set began_at = coalesce(
    (select min(at) from journal where journey_id = journey.id and journal.attempt = journey.attempt),
    activity_at)`,
  'alter table journey alter column began_at set not null',
  // With all that is counted: a row of the journey itself would have to be fetched from anywhere for each. Every move
  // writes all indexes anyway.
  'create index journey_by_beginning on journey (program_id, began_at) include (id, status, seq, reason_code)',
  `create index journey_by_completion on journey (program_id, completed_at) include (began_at)
    where completed_at is not null`,

  // A page of people with any filter is read from the end of this one; without a status from the end of each status.
  'create index journey_by_status on journey (program_id, status, activity_at, id)',
  'create index journey_withdrawn on journey (program_id) where withdrawn_at is not null',
  // Devices write the address of their wallet in either case.
  'create index person_by_ssi_wallet on person (lower(ssi_wallet))',
])
