import { type Share, statusesOf } from '@touchstone/kyc'
import { evidenceOf } from '../journey/evidence.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { upsertPersonFile } from '../people/person-file-store.ts'
import { showConsent } from './show-consent.ts'

/**
 * Asks the person to share the result with the merchant for one account. Before the person agrees, nothing is
 * shared.
 */
export const consentStep: Step<{ share: Share }> = {
  name: 'consent',
  stage: 'consent',
  automatic: false,
  needs: () => true,
  reaches: (program) => statusesOf(program).passed,
  show: (context, state, session) => showConsent(context, state, session, false),

  async run(context, { program, journey }, { share }): Promise<Outcome> {
    const evidenceHash = evidenceOf(context.vault, 'consent', share.account.value)
    return {
      kind: 'passed',
      checks: [{ check: 'consent', passed: true, checker: 'the person', evidenceHash }],
      share: { ...share, evidenceHash },
      // Screens the person again: if a list has been updated after the screening step, this merchant has not
      // been notified of new hits yet.
      ...(program.checks.includes('sanction') &&
        !program.test && {
          also: (db) => upsertPersonFile(db, journey.personId, { screened_against: null }),
        }),
    }
  },
}
