import { sqlMigration } from '@touchstone/storage'

export const revocations = sqlMigration([
  // Why something of a person's ends on chains, and when all of it was final there.
  `create table revocation (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    reason text not null check (reason in ('forgotten', 'listed', 'expired', 'withdrawn', 'abandoned')),
    burns boolean not null,
    at timestamptz(3) not null,
    final_at timestamptz(3)
  )`,
  'create index revocation_open on revocation (id) where final_at is null',
  'create index revocation_by_person on revocation (person_id)',

  // One transaction each. `what` is the wallet of a grant or approval, a revocation handle, or the number of a token:
  // all of it is public on the chain.
  `create table chain_ending (
    id bigint generated always as identity primary key,
    revocation_id bigint not null references revocation,
    chain_id text not null,
    kind text not null check (kind in ('grant', 'handle', 'token')),
    cooperator text not null,
    what text not null,
    final_at timestamptz(3)
  )`,
  'create index chain_ending_by_revocation on chain_ending (revocation_id) where final_at is null',
  // A handle and a token end once; a grant may be given again.
  `create unique index chain_ending_once on chain_ending (chain_id, kind, cooperator, what) where kind <> 'grant'`,
  `create unique index chain_ending_open on chain_ending (chain_id, cooperator, what)
    where kind = 'grant' and final_at is null`,
  `create index chain_ending_of_grant on chain_ending (chain_id, cooperator, what) where kind = 'grant'`,

  // Every credential that was ever issued: its proofs have to be revoked also after it was replaced.
  `create table issued_credential (
    credential_id text primary key,
    person_id bigint not null references person,
    valid_until integer not null,
    revocation_id bigint references revocation
  )`,
  'create index issued_credential_by_person on issued_credential (person_id)',
  'create index issued_credential_revoked on issued_credential (valid_until) where revocation_id is not null',

  // Programs whose questions a contract asks: there a proof of anybody counts.
  `create table program_on_chain (
    program_id bigint not null references program,
    chain_id text not null,
    at timestamptz(3) not null,
    primary key (program_id, chain_id)
  )`,
  `insert into program_on_chain (program_id, chain_id, at)
    select distinct program.id, program.chain_id, now() from program
    join journey_account on journey_account.program_id = program.id
    where program.mint_mode <> 'cross-chain' and journey_account.on_chain_at is not null`,
])
