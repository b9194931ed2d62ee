import { sqlMigration } from '@touchstone/storage'

/**
 * Adds failed guesses of mailed codes, invitations, enrolment links, and the merchants for which each session
 * was used.
 */
export const members = sqlMigration([
  // Failed guesses of the codes sent to one address, which belongs to a member or to a verified person.
  `create table code_guess (
    address_hash bytea primary key,
    failures integer not null,
    window_began timestamptz(3) not null,
    pauses integer not null,
    paused_until timestamptz(3),
    network text,
    unlogged integer not null
  )`,
  'create index code_guess_unlogged on code_guess (address_hash) where unlogged > 0',

  // Zero stands for the operator's log.
  `alter table member_session add column used_for integer[] not null default '{}', add column passkey_id bigint`,

  // A membership is valid only once the member has accepted it. Existing memberships count as accepted.
  `alter table membership
    add column accepted_at timestamptz(3),
    add column invited_by bigint references member,
    add column reviews_from timestamptz(3)`,
  'update membership set accepted_at = created_at',

  // A link that a member of the operator uses to create a passkey. It works once.
  `create table member_enrolment (
    token_hash bytea primary key,
    member_id bigint not null references member,
    expires_at timestamptz(3) not null
  )`,
])
