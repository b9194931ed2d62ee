import type { Migrations } from '@touchstone/storage'
import { issuerKeys } from './0007-issuer-keys.ts'
import { announcedKeys } from './0021-announced-keys.ts'

export const credentialMigrations: Migrations = {
  '0007-credential-issuer-keys': issuerKeys,
  '0021-credential-announced-keys': announcedKeys,
}
