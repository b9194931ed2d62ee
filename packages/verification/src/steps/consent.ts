import type { FrameStep } from '@touchstone/contract'
import { lineOf } from '@touchstone/kyc'
import { upsertPersonFile } from '../people/person-file-store.ts'
import { evidenceOf } from '../pipeline/evidence.ts'
import type { Outcome, Step } from '../pipeline/step.ts'
import { accountNames } from '../sessions/account-names.ts'

/** The person lets the merchant know. Nothing was shared before. */
export const consentStep: Step<{ granted: boolean; account: string }> = {
  name: 'consent',
  stage: 'consent',
  automatic: false,
  needs: () => true,
  reaches: (program) => lineOf(program).passed,

  async show(context, { program, reused }, session): Promise<FrameStep> {
    const [account = ''] = accountNames(context, session)
    return { name: 'consent', shares: [...program.checks], account, reused }
  },

  async run(context, { program, journey }, { granted, account }): Promise<Outcome> {
    if (!granted) return { kind: 'stay' }
    const evidenceHash = evidenceOf(context.vault, 'consent', account)
    return {
      kind: 'passed',
      checks: [{ check: 'consent', passed: true, checker: 'the person', evidenceHash }],
      // A list may have come between the screening and now, when nobody was to hear of this merchant: it is looked at again.
      ...(program.checks.includes('sanction') && {
        also: (db) => upsertPersonFile(db, journey.personId, { screened_against: null }),
      }),
    }
  },
}
