import { readFaceModels } from '@touchstone/biometrics'
import { OperatorError } from '@touchstone/common'
import type { Settings } from './read-settings.ts'

/** What the service needs before anybody can be verified; commands run without it. */
export function requireJourneySettings(settings: Settings): void {
  // Models that can't be used, or were not calibrated, are known at the start and not when the first person comes.
  readFaceModels(settings.faceModels)
  if (!settings.production) return
  if (settings.smtpUrl === undefined) {
    throw unsafe(
      'NODE_ENV=production needs SMTP_URL: the built-in mailbox shows the codes of all people to everybody.',
      'Set it to your mail server, and MAIL_FROM to the sender of your mails.',
    )
  }
  if (settings.faceprintKeys === undefined) {
    throw unsafe(
      'NODE_ENV=production needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND.',
      'Name a key file that is backed up, or the command of your key service: lost keys are lost faces.',
    )
  }
}

function unsafe(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'settings.unsafe', message, remedy })
}
