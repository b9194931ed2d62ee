import { sqlMigration } from '@touchstone/storage'

/**
 * Records what contracts are to suspend while a MeID move or an erasure is pending. Each row is a token or a
 * credential's revocation handle; both are public on the chain.
 */
export const chainSuspensions = sqlMigration([
  `create table chain_suspension (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    chain_id text not null,
    kind text not null check (kind in ('token', 'handle')),
    -- The program of a handle. Empty for tokens, because a token's grants are suspended in all programs.
    cooperator text not null,
    what text not null,
    -- The end of the suspension, or null if the suspension is to end immediately.
    until timestamptz(3),
    -- Increases with each change of until. Contracts reject changes with lower numbers.
    change_no bigint not null,
    -- The last change whose transaction was final.
    final_no bigint,
    unique (chain_id, kind, what)
  )`,
  'create index chain_suspension_by_person on chain_suspension (person_id)',
])
