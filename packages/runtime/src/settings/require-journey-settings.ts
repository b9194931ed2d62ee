import { readFaceModels } from '@touchstone/biometrics'
import { OperatorError } from '@touchstone/common'
import type { Settings } from './read-settings.ts'

/**
 * Checks the settings that verification requires. They are not checked earlier, because most commands do not
 * need them.
 */
export function requireJourneySettings(settings: Settings): void {
  // Read the models now, so that an unusable or uncalibrated model is detected at startup and not during the
  // first verification.
  readFaceModels(settings.faceModels)
  if (!settings.production) return
  if (settings.smtpUrl === undefined) {
    throw unsafe(
      "NODE_ENV=production needs SMTP_URL: the built-in mailbox shows everyone's login codes to every visitor.",
      'Set SMTP_URL to your mail server and MAIL_FROM to your sender address.',
    )
  }
  if (settings.faceprintKeys === undefined) {
    throw unsafe(
      'NODE_ENV=production needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND.',
      'Set FACEPRINT_KEYS to a key file that is backed up, or FACEPRINT_KEY_COMMAND to the command of your key service. If the keys are lost, enrolled faces cannot be compared.',
    )
  }
}

function unsafe(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'settings.unsafe', message, remedy })
}
