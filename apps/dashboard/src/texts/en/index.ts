import { enCases } from './cases.ts'
import { enCommon } from './common.ts'
import { enExplorer } from './explorer.ts'
import { enHealth } from './health.ts'
import { enIntegration } from './integration.ts'
import { enPeople } from './people.ts'
import { enPolicy } from './policy.ts'
import { enPrograms } from './programs.ts'
import { enRecords } from './records.ts'
import { enReviews } from './reviews.ts'
import { enRisk } from './risk.ts'
import { enService } from './service.ts'
import { enSettings } from './settings.ts'
import { enTransfers } from './transfers.ts'

export const en = {
  ...enCommon,
  ...enCases,
  ...enPeople,
  ...enPolicy,
  ...enPrograms,
  ...enExplorer,
  ...enHealth,
  ...enIntegration,
  ...enRecords,
  ...enReviews,
  ...enRisk,
  ...enService,
  ...enSettings,
  ...enTransfers,
} as const
