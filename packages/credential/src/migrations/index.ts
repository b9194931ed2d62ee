import type { Migrations } from '@touchstone/storage'
import { credential } from './0005-credential.ts'

export const credentialMigrations: Migrations = { '0005-credential': credential }
