import { OperatorError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { forgetJob } from '../forget/resume-forgetting.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { type JourneyJob, sendJourney } from '../journey/journey-job.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { updateVerification, writeFailure } from '../journey/verification-store.ts'
import { isReused, reuseCredential } from '../people/reuse-credential.ts'
import { needsNewCredentials, reissueForReturn } from '../revocation/hold-to-endings.ts'
import { consentStep } from '../steps/consent.ts'
import { issueStep } from '../steps/issue.ts'
import { lookAgainSeconds } from '../steps/mint.ts'
import { currentStep } from './pipeline.ts'
import { codeOf, retryDelaySeconds, retryLimitOf } from './retry-policy.ts'
import { finishShares, hasWaitingShares } from './share-result.ts'

/**
 * Advances a journey until it needs the person's input. Writes each step's outcome before the next step
 * begins. `failures` is how many times in a row jobs have failed to run the current step; only jobs set it.
 */
export async function advance(
  context: VerificationContext,
  journeyId: number,
  failures?: number,
): Promise<void> {
  for (let failed = failures; ; ) {
    const state = await loadState(context, journeyId)
    if (state.forgotten !== undefined) return await repeatErasure(context, state.forgotten)
    const step = currentStep(state)
    if (state.failure || state.review) return
    try {
      if (!step || step.name === consentStep.name) return await finish(context, state)
      const reused = await renewed(context, state, step, await reuseCredential(context, state, step))
      if (isReused(state, step) && !reused) {
        // The credential has been revoked or has expired, so the normal steps run.
        await updateVerification(
          journeyTablesOf(context),
          journeyId,
          { reused: false },
          new Date(context.clock.now()),
        )
      }
      if (!step.automatic && !reused) return
      const outcome = reused ?? (await step.run(context, state, undefined as never))
      await applyOutcome(context, state, step, outcome, 'server')
      if (outcome.kind !== 'passed') return
      if (failed !== undefined) failed = 0
    } catch (error) {
      return await retryLater(context, {
        state,
        step: step?.name ?? consentStep.name,
        error,
        failures: failed,
      })
    }
  }
}

/**
 * If the merchant had ended the relationship, adds new credentials to the outcome of a reused issue step,
 * because the handles of the previous credentials stay revoked for this merchant.
 */
async function renewed(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
  outcome: Outcome | undefined,
): Promise<Outcome | undefined> {
  if (outcome?.kind !== 'passed' || step.name !== issueStep.name) return outcome
  if (!(await needsNewCredentials(context, state))) return outcome
  return { ...outcome, also: await reissueForReturn(context, state) }
}

/** Shares the result with the accounts whose consent must first be recorded on a chain. */
async function finish(context: VerificationContext, state: JourneyState): Promise<void> {
  if (await finishShares(context, state)) return
  const { id: journeyId } = state.journey
  await sendJourney(context, { journeyId }, { afterSeconds: lookAgainSeconds, replaces: true })
}

/**
 * Schedules the next attempt at a failed step, with a growing delay. After the last attempt, marks the
 * journey as stuck until the person or the operator restarts it. Only attempts by jobs count: a visit by the
 * person is an additional attempt that does not change the waiting job.
 */
async function retryLater(
  context: VerificationContext,
  of: { state: JourneyState; step: string; error: unknown; failures: number | undefined },
): Promise<void> {
  const { state, step, error, failures } = of
  const { id: journeyId, attempt } = state.journey
  const isJob = failures !== undefined
  const failed = (failures ?? 0) + 1
  const code = codeOf(error)
  const reason = error instanceof OperatorError ? error.message : (error as Error).name
  const about = { step, journeyId, code, reason, failed }
  if (!isJob || failed < retryLimitOf(error)) {
    const afterSeconds = retryDelaySeconds(failed)
    context.logger.error({ ...about, afterSeconds }, 'journey step failed and will be retried')
    return await sendJourney(context, { journeyId, failures: failed }, { afterSeconds, replaces: isJob })
  }
  context.logger.error(about, 'journey step failed too often, so the journey is stuck')
  const at = context.clock.now()
  await writeFailure(journeyTablesOf(context), {
    ...{ journeyId, attempt, tries: state.tries, pausedUntil: null, at: new Date(at) },
    failure: { screen: 'unknown', reason: 'service.stuck', retry: 'step', stuck: { step, code, at } },
  })
}

/** Runs a journey's job once this process has finished its other work on the journey. */
export async function runJourneyJob(
  context: VerificationContext,
  { journeyId, failures = 0 }: JourneyJob,
): Promise<void> {
  await inTurn(context, journeyId, () => advance(context, journeyId, failures))
}

/** Advances the journey immediately in this process. If the process ends, a job continues the work. */
export async function advanceInBackground(context: VerificationContext, journeyId: number): Promise<void> {
  const state = await loadState(context, journeyId)
  if (state.forgotten !== undefined) return await repeatErasure(context, state.forgotten)
  if (state.failure || state.review) return
  const step = currentStep(state)
  const isAutomatic = step !== undefined && (step.automatic || state.reused)
  if (!isAutomatic && !(await hasWaitingShares(context, journeyId))) return
  await sendJourney(context, { journeyId }, { afterSeconds: 1 })
  inTurn(context, journeyId, () => advance(context, journeyId)).catch((error: unknown) => {
    context.logger.error(
      { journeyId, reason: (error as Error).name },
      'journey could not be advanced in the background',
    )
  })
}

/**
 * Queues work on a journey behind this process's other work on the same journey, so that the process never
 * runs a step twice concurrently.
 */
function inTurn(
  { inProgress }: VerificationContext,
  journeyId: number,
  work: () => Promise<void>,
): Promise<void> {
  const run = (inProgress.get(journeyId) ?? Promise.resolve()).then(work)
  const settled = run
    .catch(() => {})
    .finally(() => {
      if (inProgress.get(journeyId) === settled) inProgress.delete(journeyId)
    })
  inProgress.set(journeyId, settled)
  return run
}

/**
 * Repeats the erasure, because a step that ran during the erasure could have written, enrolled or requested
 * something after the data was deleted.
 */
async function repeatErasure(context: VerificationContext, receiptId: string): Promise<void> {
  await context.jobs.send(forgetJob, { receiptId })
}
