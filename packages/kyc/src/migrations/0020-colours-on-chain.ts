import { sqlMigration } from '@touchstone/storage'

/**
 * Records whether a program's contract requires colours. Contracts of existing programs do not, because they
 * would drop all approvals if their requirements changed.
 */
export const coloursOnChain = sqlMigration([
  'alter table program add column colours_on_chain boolean not null default false',
])
