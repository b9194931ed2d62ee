import type { Migrations } from '@touchstone/storage'
import { biometrics } from './0006-biometrics.ts'
import { ownFaceprints } from './0010-own-faceprints.ts'
import { keptFaceprints } from './0016-kept-faceprints.ts'

export const biometricsMigrations: Migrations = {
  '0006-biometrics': biometrics,
  '0010-own-faceprints': ownFaceprints,
  '0016-kept-faceprints': keptFaceprints,
}
