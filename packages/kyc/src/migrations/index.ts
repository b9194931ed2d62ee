import type { Migrations } from '@touchstone/storage'
import { kyc } from './0001-kyc.ts'
import { members } from './0012-members.ts'
import { suspendedPeople } from './0014-suspended-people.ts'
import { coloursOnChain } from './0020-colours-on-chain.ts'
import { signedRows } from './0022-signed-rows.ts'
import { auditChain } from './0025-audit-chain.ts'
import { events } from './0033-events.ts'
import { testPrograms } from './0036-test-programs.ts'
import { keyLimits } from './0042-key-limits.ts'
import { cases } from './0044-cases.ts'
import { analysts } from './0045-analysts.ts'
import { auditSent } from './0053-audit-sent.ts'
import { casesByTwo } from './0054-cases-by-two.ts'
import { sso } from './0056-sso.ts'

/** The migration after which the service signs the rows that grant rights. */
export const signedRowsMigration = '0022-signed-rows'

/** The migration after which the service starts the chains of the audit log. */
export const auditChainMigration = '0025-audit-chain'

/** The tables of the events, which refer to no other table. */
export const eventMigrations: Migrations = { '0033-events': events }

export const kycMigrations: Migrations = {
  '0001-kyc': kyc,
  '0012-members': members,
  '0014-suspended-people': suspendedPeople,
  '0020-colours-on-chain': coloursOnChain,
  [signedRowsMigration]: signedRows,
  [auditChainMigration]: auditChain,
  ...eventMigrations,
  '0036-test-programs': testPrograms,
  '0042-key-limits': keyLimits,
  '0044-cases': cases,
  '0045-analysts': analysts,
  '0053-audit-sent': auditSent,
  '0054-cases-by-two': casesByTwo,
  '0056-sso': sso,
}
