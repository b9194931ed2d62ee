import { readFaceModels } from '@touchstone/biometrics'
import type { Settings } from './read-settings.ts'
import { missingForJourneys, throwProblems } from './setting-problems.ts'

/**
 * Checks the settings that verification requires. They are not checked earlier, because most commands do not
 * need them.
 */
export function requireJourneySettings(settings: Settings): void {
  // Read the models now, so that an unusable or uncalibrated model is detected at startup and not during the
  // first verification.
  readFaceModels(settings.faceModels)
  throwProblems(missingForJourneys(settings))
}
