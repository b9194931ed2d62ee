import type { Migrations } from '@touchstone/storage'
import { verification } from './0009-verification.ts'
import { receipts } from './0011-receipts.ts'

export const verificationMigrations: Migrations = {
  '0009-verification': verification,
  '0011-verification-receipts': receipts,
}
