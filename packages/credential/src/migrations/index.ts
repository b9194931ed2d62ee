import type { Migrations } from '@touchstone/storage'
import { issuerKeys } from './0007-issuer-keys.ts'

export const credentialMigrations: Migrations = { '0007-credential-issuer-keys': issuerKeys }
