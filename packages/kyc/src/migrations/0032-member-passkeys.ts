import { sqlMigration } from '@touchstone/storage'

export const memberPasskeys = sqlMigration([
  `create table member_passkey (
    id bigint generated always as identity primary key,
    member_id bigint not null references member,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3)
  )`,
  'create index member_passkey_member on member_passkey (member_id)',

  // Each is answered once, by the browser that it was given to.
  `create table member_challenge (
    challenge_hash bytea primary key,
    bound_hash bytea not null,
    expires_at timestamptz(3) not null
  )`,
  'create index member_challenge_time on member_challenge (expires_at)',

  'alter table member_session add column by_passkey boolean not null default false',
  'alter table merchant add column requires_passkeys boolean not null default false',
])
