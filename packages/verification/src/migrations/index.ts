import type { Migrations } from '@touchstone/storage'
import { verification } from './0009-verification.ts'
import { receipts } from './0011-receipts.ts'
import { livenessTries } from './0016-liveness-tries.ts'

export const verificationMigrations: Migrations = {
  '0009-verification': verification,
  '0011-verification-receipts': receipts,
  '0016-verification-liveness-tries': livenessTries,
}
