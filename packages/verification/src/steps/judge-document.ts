import type { Vault } from '@touchstone/common'
import { ageOn, countryOf, isExpired } from '@touchstone/documents'
import type { VerificationContext } from '../context.ts'
import { dayText } from '../journey/day-text.ts'
import type { Draft } from '../journey/draft.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult, Outcome } from '../journey/step.ts'
import { identityOf } from '../people/identity.ts'
import { compareIdentity } from '../people/one-identity.ts'
import { admits, alpha3Of } from './country-rule.ts'
import { identityIn } from './identity-in.ts'

/**
 * Applies the program's rules to a document. Rejects a document that does not belong to the person with the
 * stored identity. `checker` names the software version or the reviewer that read the document.
 */
export async function judgeDocument(
  context: VerificationContext,
  state: JourneyState,
  document: NonNullable<Draft['document']>,
  checker: string,
): Promise<Outcome> {
  const { program } = state
  const { fields } = document
  const evidenceHash = Buffer.from(document.evidenceHash, 'hex')
  const decided = (check: string, passed: boolean): CheckResult => ({
    ...{ check, passed, evidenceHash },
    checker: `${checker}, rules-1`,
  })
  const today = dayText(context.clock)
  if (fields.expiryDate !== '' && isExpired(fields.expiryDate, today)) {
    const checks = [decided('document', false)]
    return { kind: 'negative', screen: 'ocr', reason: 'document.expired', checks }
  }
  const stored = await identityOf(context, state.journey.personId, program.merchantId)
  if (compareIdentity(stored, identityIn({ document })) === 'other-person')
    return identityDiffers([decided('identity', false)])
  const isOldEnough =
    fields.birthDate !== '' && ageOn(fields.birthDate, today) >= (program.rules.minimumAge ?? 0)
  const isAdmitted = admits(program.rules, alpha3Of(countryOf(fields.nationality)?.alpha2))
  const checks = [
    decided('document', true),
    ...(program.checks.includes('age') ? [decided('age', isOldEnough)] : []),
    ...(program.checks.includes('citizenship') ? [decided('citizenship', isAdmitted)] : []),
  ]
  const failed = checks.find(({ passed }) => !passed)
  if (failed) {
    const reason = failed.check === 'age' ? 'age.below-limit' : 'citizenship.barred'
    return { kind: 'negative', screen: 'not-eligible', reason, checks }
  }
  const draft = { ...state.draft, document: { ...document, refused: [] } }
  return { kind: 'passed', checks, also: sealDraft(context, state, draft) }
}

/** The outcome if the person is not the one who first verified with the login. */
export function identityDiffers(checks: readonly CheckResult[]): Outcome {
  return { kind: 'negative', screen: 'faceprint-mismatch', reason: 'identity.differs', checks }
}

/** Returns the hash that identifies the same document in other journeys. */
export function numberHashOf(
  vault: Vault,
  { issuingState, number }: { issuingState: string; number: string },
): string {
  return vault.fingerprint('document', `${issuingState}:${number}`).toString('hex')
}
