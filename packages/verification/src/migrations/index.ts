import type { Migrations } from '@touchstone/storage'
import { verification } from './0007-verification.ts'

export const verificationMigrations: Migrations = { '0007-verification': verification }
