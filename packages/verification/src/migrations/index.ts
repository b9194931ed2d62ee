import type { Migrations } from '@touchstone/storage'
import { verification } from './0009-verification.ts'

export const verificationMigrations: Migrations = { '0009-verification': verification }
