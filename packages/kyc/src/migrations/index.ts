import type { Migrations } from '@touchstone/storage'
import { foundation } from './0001-foundation.ts'

export const kycMigrations: Migrations = { '0001-kyc-foundation': foundation }
