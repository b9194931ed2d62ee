import { sqlMigration } from '@touchstone/storage'

/**
 * An account belongs to one journey, and a grant to one account: before, every account that a page had named was granted
 * with the person. What was granted then stays granted, but for MeID, where one account of a person is bound at a merchant.
 */
export const journeyAccounts = sqlMigration([
  `alter table program
    add column wallet_proof text not null default 'when-asked' check (wallet_proof in ('required', 'when-asked')),
    add column meid_rebind_days integer not null default 30 check (meid_rebind_days > 0)`,
  'alter table program alter column wallet_proof drop default, alter column meid_rebind_days drop default',

  // `lower_fingerprint`: of the lower-cased form, where that is another one than the canonical form.
  `create table journey_account (
    id bigint generated always as identity primary key,
    journey_id bigint not null references journey,
    program_id bigint not null references program,
    kind text not null check (kind in ('login', 'wallet', 'email', 'other')),
    chain_id text not null,
    fingerprint bytea not null,
    lower_fingerprint bytea,
    sealed bytea not null,
    agreed_at timestamptz(3) not null,
    proven_at timestamptz(3),
    consented_at timestamptz(3),
    on_chain_at timestamptz(3),
    granted_at timestamptz(3),
    revoked_at timestamptz(3),
    unique (journey_id, kind, chain_id, fingerprint)
  )`,
  `insert into journey_account (journey_id, program_id, kind, chain_id, fingerprint, sealed, agreed_at,
      consented_at, on_chain_at, granted_at, revoked_at)
    select journey.id, journey.program_id, account.kind, account.chain_id, account.fingerprint, account.sealed,
      account.created_at, granted_at, case when program.mint_mode <> 'cross-chain' then granted_at end,
      granted_at, revoked_at
    from account
    join program on program.merchant_id = account.merchant_id
    join journey on journey.program_id = program.id and journey.person_id = account.person_id
    left join result_grant on result_grant.journey_id = journey.id and account.kind <> 'login'
    order by account.created_at`,
  'create index journey_account_by_fingerprint on journey_account (program_id, fingerprint)',
  `create index journey_account_by_lower_fingerprint on journey_account (program_id, lower_fingerprint)
    where lower_fingerprint is not null`,
  `create index journey_account_waiting on journey_account (journey_id)
    where consented_at is not null and granted_at is null and revoked_at is null`,

  // What happened to an account, for good. The row of the account itself goes when its person is forgotten.
  `create table account_event (
    id bigint generated always as identity primary key,
    journey_id bigint not null references journey,
    account_id bigint not null,
    event text not null check (event in ('agreed', 'proven', 'consented', 'granted', 'ended')),
    actor text not null,
    reason_code text,
    evidence_hash bytea,
    at timestamptz(3) not null
  )`,
  'create index account_event_by_journey on account_event (journey_id, id)',
  `insert into account_event (journey_id, account_id, event, actor, at)
    select journey_id, id, 'agreed', 'user', agreed_at from journey_account where kind <> 'login'
    union all
    select journey_id, id, 'granted', 'user', granted_at from journey_account where granted_at is not null
    union all
    select journey_id, id, 'ended', 'server', revoked_at from journey_account where revoked_at is not null`,
  // MeID: the account that came first stays.
  `with later as (
      select mine.id from journey_account mine
      join journey on journey.id = mine.journey_id
      join program on program.id = mine.program_id and program.kind = 'MeID'
      where mine.granted_at is not null and mine.revoked_at is null and exists (
        select from journey_account other
        join journey other_journey on other_journey.id = other.journey_id
        join program other_program on other_program.id = other.program_id and other_program.kind = 'MeID'
        where other_journey.person_id = journey.person_id and other_program.merchant_id = program.merchant_id
          and other.granted_at is not null and other.revoked_at is null
          and other.fingerprint <> mine.fingerprint
          and (other.agreed_at, other.fingerprint) < (mine.agreed_at, mine.fingerprint)
      )
    ),
    ended as (
      update journey_account set granted_at = null, revoked_at = now() where id in (select id from later)
      returning id, journey_id, revoked_at
    )
    insert into account_event (journey_id, account_id, event, actor, reason_code, at)
    select journey_id, id, 'ended', 'server', 'meid.one-account', revoked_at from ended`,
  `create trigger account_event_is_append_only before update or delete or truncate on account_event
    for each statement execute function journal_is_append_only()`,

  // The account that a journey is under way for: where its tokens go.
  'alter table journey add column account_id bigint',
  `update journey set account_id = (
    select id from journey_account where journey_id = journey.id and kind <> 'login'
    order by kind = 'wallet' desc, agreed_at desc limit 1
  )`,
  'drop table account',
  'drop table result_grant',
])
