import type { Texts } from '../texts.ts'
import { zhHkCases } from './cases.ts'
import { zhHkCommon } from './common.ts'
import { zhHkExplorer } from './explorer.ts'
import { zhHkHealth } from './health.ts'
import { zhHkIntegration } from './integration.ts'
import { zhHkPeople } from './people.ts'
import { zhHkPolicy } from './policy.ts'
import { zhHkPrograms } from './programs.ts'
import { zhHkRecords } from './records.ts'
import { zhHkReviews } from './reviews.ts'
import { zhHkRisk } from './risk.ts'
import { zhHkService } from './service.ts'
import { zhHkSettings } from './settings.ts'
import { zhHkTransfers } from './transfers.ts'

export const zhHk: Texts = {
  ...zhHkCommon,
  ...zhHkCases,
  ...zhHkPeople,
  ...zhHkPolicy,
  ...zhHkPrograms,
  ...zhHkExplorer,
  ...zhHkHealth,
  ...zhHkIntegration,
  ...zhHkRecords,
  ...zhHkReviews,
  ...zhHkRisk,
  ...zhHkService,
  ...zhHkSettings,
  ...zhHkTransfers,
}
