import { OperatorError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { forgetJob } from '../forget/resume-forgetting.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { type JourneyJob, sendJourney } from '../journey/journey-job.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification, writeFailure } from '../journey/verification-store.ts'
import { isReused, reuseCredential } from '../people/reuse-credential.ts'
import { consentStep } from '../steps/consent.ts'
import { lookAgainSeconds } from '../steps/mint.ts'
import { currentStep } from './pipeline.ts'
import { codeOf, retryDelaySeconds, retryLimitOf } from './retry-policy.ts'
import { finishShares, hasWaitingShares } from './share-result.ts'

/**
 * Advances a journey as far as possible without the person. Writes each step's outcome before the next step.
 * `failures` is set by a job: how often in a row jobs have failed at the current step.
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
      const reused = await reuseCredential(context, state, step)
      if (isReused(state, step) && !reused) {
        // The credential was revoked or has expired, so the normal steps run.
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

/** Completes the sharing after the consent. */
async function finish(context: VerificationContext, state: JourneyState): Promise<void> {
  if (await finishShares(context, state)) return
  const { id: journeyId } = state.journey
  await sendJourney(context, { journeyId }, { afterSeconds: lookAgainSeconds, replaces: true })
}

/**
 * Schedules the next attempt at a failed step, later each time. After the last one, marks the journey as stuck
 * until the person or the operator restarts it. Only jobs count: a visit of the person is one more try, which
 * leaves the waiting job as it is.
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
    context.logger.error({ ...about, afterSeconds }, 'step of a journey failed, will be retried')
    return await sendJourney(context, { journeyId, failures: failed }, { afterSeconds, replaces: isJob })
  }
  context.logger.error(about, 'step of a journey failed too often, the journey is stuck')
  const at = context.clock.now()
  await writeFailure(journeyTablesOf(context), {
    ...{ journeyId, attempt, tries: state.tries, pausedUntil: null, at: new Date(at) },
    failure: { screen: 'unknown', reason: 'service.stuck', retry: 'step', stuck: { step, code, at } },
  })
}

/** Runs the job of a journey, after the work on the same journey that this process has begun. */
export async function runJourneyJob(
  context: VerificationContext,
  { journeyId, failures = 0 }: JourneyJob,
): Promise<void> {
  await inTurn(context, journeyId, () => advance(context, journeyId, failures))
}

/** Advances the journey immediately in this process. A job does the same if the process ends. */
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

/** Runs work on a journey after this process's other work on it, so that no step runs twice at a time here. */
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
 * Repeats the erasure, because a step that ran during it may have written, enrolled or requested something
 * afterwards.
 */
async function repeatErasure(context: VerificationContext, receiptId: string): Promise<void> {
  await context.jobs.send(forgetJob, { receiptId })
}
