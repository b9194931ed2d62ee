import type { FrameStep } from '@touchstone/contract'
import { dayText } from '../journey/day-text.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { identityOf } from '../people/identity.ts'
import { admits, alpha3Of } from './country-rule.ts'

/** How long proof of address is valid, from the date of the letter. */
const goodForDays = 365

/**
 * Reads a letter as proof of address. If the person has shown a document, the letter must be addressed to the
 * same person.
 */
export const addressStep: Step<{ file: Uint8Array }> = {
  name: 'address',
  stage: 'address',
  automatic: false,
  isEvidence: true,
  needs: ({ kind }) => kind === 'PoA',
  reaches: () => 'OCR Passed',
  show: async (): Promise<FrameStep> => ({ name: 'address' }),

  async run(context, state, { file }): Promise<Outcome> {
    const { vault, checkers, clock } = context
    const identity = await identityOf(context, state.journey.personId, state.program.merchantId)
    const reader = await checkers.documents(state.merchant.mchNo)
    const reading = await reader.readAddressProof({
      file,
      today: dayText(clock),
      ...(identity && { expectedName: `${identity.givenNames} ${identity.surname}` }),
    })
    const reason = reading.reasons[0] ?? 'address.unreadable'
    if (reading.status !== 'accepted' || !reading.address || !reading.issueDate)
      return { kind: 'again', screen: 'address-proof', reason, counted: true }
    const country = alpha3Of(reading.address.country?.alpha2)
    const evidenceHash = evidenceOf(vault, file)
    const checker = 'documents-1, rules-1'
    const isAdmitted = country !== '' && admits(state.program.rules, country)
    const checks = [
      { check: 'address', passed: true, checker, evidenceHash },
      ...(state.program.checks.includes('countryRegion')
        ? [{ check: 'countryRegion', passed: isAdmitted, checker, evidenceHash }]
        : []),
    ]
    if (checks.some(({ passed }) => !passed))
      return { kind: 'negative', screen: 'not-eligible', reason: 'residence.barred', checks }
    const until = new Date(Date.parse(reading.issueDate) + goodForDays * 86_400_000)
    const residence = {
      country,
      until: Number(until.toISOString().slice(0, 10).replaceAll('-', '')),
      holder: reading.holder ?? '',
    }
    return { kind: 'passed', checks, also: sealDraft(context, state, { ...state.draft, residence }) }
  },
}
