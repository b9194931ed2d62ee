import type { Migrations } from '@touchstone/storage'
import { foundation } from './0001-foundation.ts'
import { journeyAccounts } from './0013-journey-accounts.ts'
import { endedResults } from './0017-ended-results.ts'
import { secretRotation } from './0018-secret-rotation.ts'
import { withdrawnAndExpired } from './0022-withdrawn-and-expired.ts'
import { colourFree } from './0024-colour-free.ts'
import { members } from './0028-members.ts'
import { apiDays } from './0030-api-days.ts'
import { memberPasskeys } from './0032-member-passkeys.ts'
import { reviewRules } from './0035-review-rules.ts'
import { programVersions } from './0038-program-versions.ts'

export const kycMigrations: Migrations = {
  '0001-kyc-foundation': foundation,
  '0013-kyc-journey-accounts': journeyAccounts,
  '0017-kyc-ended-results': endedResults,
  '0018-kyc-secret-rotation': secretRotation,
  '0022-kyc-withdrawn-and-expired': withdrawnAndExpired,
  '0024-kyc-colour-free': colourFree,
  '0028-kyc-members': members,
  '0030-kyc-api-days': apiDays,
  '0032-kyc-member-passkeys': memberPasskeys,
  '0035-kyc-review-rules': reviewRules,
  '0038-kyc-program-versions': programVersions,
}
