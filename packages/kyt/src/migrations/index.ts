import type { Migrations } from '@touchstone/storage'
import { imports } from './0002-imports.ts'
import { watches } from './0003-watches.ts'
import { riskPolicies } from './0004-risk-policies.ts'
import { journalOfPackedLedger } from './0012-packed-ledger.ts'
import { alertsOfMerchant } from './0030-alerts-of-merchant.ts'
import { alertsKept } from './0031-alerts-kept.ts'
import { askedAddresses } from './0037-asked-addresses.ts'
import { followedHeads } from './0043-followed-heads.ts'

/** Tables of the journal, of the watch list and of the policies; those of the ledger itself are the ledger's own. */
export const kytMigrations: Migrations = {
  '0002-kyt-imports': imports,
  '0003-kyt-watches': watches,
  '0004-kyt-risk-policies': riskPolicies,
  '0012-kyt-packed-ledger': journalOfPackedLedger,
  '0030-kyt-alerts-of-merchant': alertsOfMerchant,
  '0031-kyt-alerts-kept': alertsKept,
  '0037-kyt-asked-addresses': askedAddresses,
  '0043-kyt-followed-heads': followedHeads,
}
