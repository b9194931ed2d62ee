import type { ClickHouseMigrations, Migrations } from '@touchstone/storage'
import { ledger } from './0001-ledger.ts'
import { imports } from './0002-imports.ts'
import { watches } from './0003-watches.ts'
import { riskPolicies } from './0004-risk-policies.ts'

/** Tables of the journal, of the watch list and of the policies, beside those of the other engine. */
export const kytMigrations: Migrations = {
  '0002-kyt-imports': imports,
  '0003-kyt-watches': watches,
  '0004-kyt-risk-policies': riskPolicies,
}

/** Tables of the ledger itself. */
export const ledgerMigrations: ClickHouseMigrations = { '0001-ledger': ledger }
