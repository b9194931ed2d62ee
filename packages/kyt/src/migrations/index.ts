import type { Migrations } from '@touchstone/storage'
import { kyt } from './0002-kyt.ts'
import { coverage } from './0028-coverage.ts'
import { batches } from './0029-batches.ts'
import { agents } from './0030-agents.ts'
import { fetches } from './0031-fetches.ts'
import { sources } from './0032-sources.ts'
import { watchFetches } from './0033-watch-fetches.ts'
import { sourceStates } from './0034-source-states.ts'
import { transfers } from './0040-transfers.ts'
import { transferCases } from './0046-transfer-cases.ts'
import { riskRecords } from './0047-risk-records.ts'

export const kytMigrations: Migrations = {
  '0002-kyt': kyt,
  '0028-kyt-coverage': coverage,
  '0029-kyt-batches': batches,
  '0030-kyt-agents': agents,
  '0031-kyt-fetches': fetches,
  '0032-kyt-sources': sources,
  '0033-kyt-watch-fetches': watchFetches,
  '0034-kyt-source-states': sourceStates,
  '0040-kyt-transfers': transfers,
  '0046-kyt-transfer-cases': transferCases,
  '0047-kyt-risk-records': riskRecords,
}
