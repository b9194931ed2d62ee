import type { Migrations } from '@touchstone/storage'
import { kyc } from './0001-kyc.ts'

export const kycMigrations: Migrations = { '0001-kyc': kyc }
