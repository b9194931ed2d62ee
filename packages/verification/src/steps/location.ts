import { iso1A3Code } from '@rapideditor/country-coder'
import type { FrameStep, SubmitLocation } from '@touchstone/contract'
import { evidenceOf } from '../journey/evidence.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { admits } from './country-rule.ts'

/** The largest accepted error radius. A less accurate position does not determine the country reliably. */
const leastAccuracyMetres = 50_000

/**
 * Uses the position that the device reports. A browser can fake the position, so this step deters fraud but
 * proves nothing.
 */
export const locationStep: Step<SubmitLocation> = {
  name: 'location',
  check: 'location',
  stage: 'location',
  automatic: false,
  needs: ({ kind, checks }) => kind === 'KYC' && checks.includes('location'),
  show: async (): Promise<FrameStep> => ({ name: 'location' }),

  async run(context, state, { latitude, longitude, accuracy }): Promise<Outcome> {
    const again = (reason: string): Outcome => ({
      kind: 'again',
      screen: 'location-denied',
      reason,
      counted: false,
    })
    if (accuracy > leastAccuracyMetres) return again('location.inaccurate')
    const country = iso1A3Code([longitude, latitude])
    if (country === null) return again('location.nowhere')
    const check = {
      check: 'location',
      passed: admits(state.program.rules, country),
      checker: 'country-coder 5.6.1',
      evidenceHash: evidenceOf(context.vault, `${latitude},${longitude}`),
    }
    if (!check.passed)
      return { kind: 'negative', screen: 'not-eligible', reason: 'location.barred', checks: [check] }
    const also = sealDraft(context, state, { ...state.draft, location: country })
    return { kind: 'passed', checks: [check], also }
  },
}
