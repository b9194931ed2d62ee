import { sqlMigration } from '@touchstone/storage'

/** Creates the tables for requests that the person can object to and for notices to the person. */
export const personRequests = sqlMigration([
  // The last move of the credentials to another device after a face match, and the previous device's wallet.
  `alter table person_file add column moved_at timestamptz(3), add column wallet_before text`,

  // A MeID move or an erasure that is delayed because it was proven only by a face match. The person can
  // object once.
  `create table person_request (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    kind text not null check (kind in ('move', 'forget')),
    journey_id bigint not null references journey,
    -- The account to which a MeID moves.
    account_sealed bytea,
    -- The device that held the credentials before a face match moved them. It can decide after an objection.
    wallet_before text,
    -- The link in the notice. Only its hash is stored.
    objection_hash bytea unique,
    asked_at timestamptz(3) not null,
    due_at timestamptz(3) not null,
    objected_at timestamptz(3),
    ended_at timestamptz(3),
    outcome text check (outcome in ('done', 'cancelled'))
  )`,
  'create unique index person_request_open on person_request (person_id) where ended_at is null',

  // Notices of actions taken with a person's login. A notice is mailed once, or shown on the page to a person
  // who logs in with a wallet.
  `create table person_notice (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    merchant_id bigint not null references merchant,
    request_id bigint references person_request,
    kind text not null check (kind in ('account', 'moved', 'move-asked', 'forgotten', 'forget-asked', 'device', 'hand-off')),
    locale text not null,
    at timestamptz(3) not null,
    sent_at timestamptz(3)
  )`,
  'create index person_notice_unsent on person_notice (id) where sent_at is null',
  'create index person_notice_of_person on person_notice (person_id, at)',
])
