import { loadJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Draft } from '../journey/draft.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult } from '../journey/step.ts'
import {
  insertChecks,
  selectChecks,
  selectLastRevocation,
  selectVerification,
  updateVerification,
  upsertVerification,
} from '../journey/verification-store.ts'
import { type Device, selectPersonFile } from '../people/person-file-store.ts'
import { issueTo } from '../steps/issue.ts'

export type Findings = {
  journeyId: number
  /** The person's device. */
  device: Device
  checks: readonly CheckResult[]
  draft: Draft
  /** Whether the credential has been issued and proven. If so, the draft is not stored. */
  isIssued: boolean
}

/**
 * Stores the results of the steps for demo people, whose journeys have no page, and issues the credential in
 * the same way as the issue step. Does nothing if results are already stored, if the journey has begun on a
 * page, or if the person has moved to another device.
 */
export async function recordFindings(context: VerificationContext, findings: Findings): Promise<void> {
  const { journeyId, device, checks, draft, isIssued } = findings
  const db = journeyTablesOf(context)
  const lastRevocation = await selectLastRevocation(db, { journeyId })
  const loaded = await loadJourney(context.kyc, journeyId)
  if (!loaded || (await selectVerification(db, journeyId))) return
  const { attempt, personId } = loaded.journey
  if ((await selectChecks(db, journeyId, attempt)).length > 0) return
  const stored = (await selectPersonFile(db, personId))?.commitment ?? undefined
  if (stored !== undefined && stored !== device.commitment) return
  const state: JourneyState = {
    ...{
      ...loaded,
      draft,
      tries: 0,
      reused: false,
      delegated: false,
      failure: undefined,
      pausedUntil: undefined,
    },
    ...{ proofChallenge: undefined, approval: undefined, shownOn: undefined, forgotten: undefined },
    lastRevocation,
    checks: new Map(checks.map(({ check, passed }) => [check, passed])),
    review: undefined,
  }
  const issued = isIssued ? await issueTo(context, state, { device, stored }) : undefined
  const at = new Date(context.clock.now())
  await db.transaction().execute(async (tables) => {
    await insertChecks(tables, { journeyId, attempt, checks: [...checks, ...(issued?.checks ?? [])], at })
    // Without a verification row, the journey is not resumed at startup; it is resumed when the person logs
    // in.
    if (issued) return await issued.also?.(tables)
    await upsertVerification(tables, { journeyId, attempt, at })
    await sealDraft(context, state, draft)(tables)
    // A person without a credential continues on the device from which they first logged in.
    if (stored !== undefined) await updateVerification(tables, journeyId, { shown_on: device.ssiWallet }, at)
  })
}
