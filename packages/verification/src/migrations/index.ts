import type { Migrations } from '@touchstone/storage'
import { verification } from './0009-verification.ts'
import { receipts } from './0011-receipts.ts'
import { provenAccounts } from './0014-proven-accounts.ts'
import { documentReviews } from './0015-document-reviews.ts'
import { livenessTries } from './0016-liveness-tries.ts'
import { revocations } from './0020-revocations.ts'
import { askingContracts } from './0023-asking-contracts.ts'
import { livenessReviews } from './0025-liveness-reviews.ts'
import { reviewOpinions } from './0036-review-opinions.ts'
import { sessionVersions } from './0039-session-versions.ts'

export const verificationMigrations: Migrations = {
  '0009-verification': verification,
  '0011-verification-receipts': receipts,
  '0014-verification-proven-accounts': provenAccounts,
  '0015-verification-document-reviews': documentReviews,
  '0016-verification-liveness-tries': livenessTries,
  '0020-verification-revocations': revocations,
  '0023-verification-asking-contracts': askingContracts,
  '0025-verification-liveness-reviews': livenessReviews,
  '0036-verification-review-opinions': reviewOpinions,
  '0039-verification-session-versions': sessionVersions,
}
