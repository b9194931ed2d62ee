import type { Migrations } from '@touchstone/storage'
import { verification } from './0007-verification.ts'
import { stuckJourneys } from './0009-stuck-journeys.ts'
import { identityReviews } from './0011-identity-reviews.ts'
import { longCodes } from './0013-long-codes.ts'
import { personRequests } from './0015-person-requests.ts'
import { keptFaces } from './0017-kept-faces.ts'
import { merchantEndings } from './0018-merchant-endings.ts'
import { handOffAgreement } from './0023-hand-off-agreement.ts'
import { merchantDecisions } from './0024-merchant-decisions.ts'
import { reviewLimits } from './0026-review-limits.ts'
import { lookAlikes } from './0027-look-alikes.ts'
import { chainSuspensions } from './0041-chain-suspensions.ts'

export const verificationMigrations: Migrations = {
  '0007-verification': verification,
  '0009-stuck-journeys': stuckJourneys,
  '0011-identity-reviews': identityReviews,
  '0013-long-codes': longCodes,
  '0015-person-requests': personRequests,
  '0017-kept-faces': keptFaces,
  '0018-merchant-endings': merchantEndings,
  '0023-hand-off-agreement': handOffAgreement,
  '0024-merchant-decisions': merchantDecisions,
  '0026-review-limits': reviewLimits,
  '0027-look-alikes': lookAlikes,
  '0041-verification-chain-suspensions': chainSuspensions,
}
