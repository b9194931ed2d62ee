import type { Migrations } from '@touchstone/storage'
import { biometrics } from './0006-biometrics.ts'

export const biometricsMigrations: Migrations = { '0006-biometrics': biometrics }
