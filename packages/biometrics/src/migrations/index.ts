import type { Migrations } from '@touchstone/storage'
import { faceprints } from './0006-faceprints.ts'

export const biometricsMigrations: Migrations = { '0008-biometrics-faceprints': faceprints }
