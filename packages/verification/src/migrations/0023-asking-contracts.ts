import { sqlMigration } from '@touchstone/storage'

/** Which contract asks what a program asks: a new one has heard of nothing that was revoked before. */
export const askingContracts = sqlMigration([
  `alter table program_on_chain add column verifier text not null default ''`,
])
