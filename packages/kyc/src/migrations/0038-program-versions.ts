import { sqlMigration } from '@touchstone/storage'

export const programVersions = sqlMigration([
  // What people have to show and where the result goes. `program` has the same of its newest version.
  `create table program_version (
    program_id bigint not null references program,
    number integer not null,
    checks text[] not null,
    rules jsonb not null,
    mint_mode text not null check (mint_mode in ('cross-chain', 'on-chain-mint', 'on-chain-transactional')),
    chain_id text not null,
    created_at timestamptz(3) not null,
    primary key (program_id, number)
  )`,
  `insert into program_version (program_id, number, checks, rules, mint_mode, chain_id, created_at)
    select id, 1, checks, rules, mint_mode, chain_id, created_at from program`,
  `create trigger program_version_is_append_only before update or delete or truncate on program_version
    for each statement execute function journal_is_append_only()`,
  'alter table program add column version integer not null default 1',
  'alter table journey add column version integer not null default 1',
  `alter table journey add constraint journey_version foreign key (program_id, version)
    references program_version (program_id, number)`,
  'alter table journal add column version integer not null default 1',
  'drop index journey_by_beginning',
  `create index journey_by_beginning on journey (program_id, began_at)
    include (id, status, seq, reason_code, version)`,
  'create index audit_log_target on audit_log (merchant_id, target, id)',

  // The last page whose widget showed other colours than the program asks for.
  `alter table program
    add column overruled_theme text check (overruled_theme in ('light', 'dark')),
    add column overruled_origin text,
    add column overruled_at timestamptz(3)`,
])
