import { OperatorError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { forgetJob } from '../forget/resume-forgetting.ts'
import { applyOutcome, journeyJob } from '../journey/apply-outcome.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { isReused, reuseCredential } from '../people/reuse-credential.ts'
import { consentStep } from '../steps/consent.ts'
import { lookAgainSeconds } from '../steps/mint.ts'
import { currentStep } from './pipeline.ts'
import { finishShares, hasWaitingShares } from './share-result.ts'

const retrySeconds = { ours: 5, operators: 30 }

/**
 * Advances a journey as far as possible without the person. Writes each step's outcome before the next step.
 */
export async function advance(context: VerificationContext, journeyId: number): Promise<void> {
  for (;;) {
    const state = await loadState(context, journeyId)
    if (state.forgotten !== undefined) return await repeatErasure(context, state.forgotten)
    const step = currentStep(state)
    if (state.failure || state.review) return
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
    try {
      const outcome = reused ?? (await step.run(context, state, undefined as never))
      await applyOutcome(context, state, step, outcome, 'server')
      if (outcome.kind !== 'passed') return
    } catch (error) {
      const isOperators = error instanceof OperatorError
      const { code, message } = error as { code?: string; message: string }
      context.logger.error(
        { step: step.name, journeyId, code, reason: isOperators ? message : (error as Error).name },
        'step of a journey failed, will be retried',
      )
      const afterSeconds = isOperators ? retrySeconds.operators : retrySeconds.ours
      await context.jobs.send(journeyJob, { journeyId }, { afterSeconds })
      return
    }
  }
}

/**
 * Completes the sharing after the consent. Retries without a limit if a chain fails, because the person has
 * consented.
 */
async function finish(context: VerificationContext, state: JourneyState): Promise<void> {
  const journeyId = state.journey.id
  const lookAgain = (afterSeconds: number) => context.jobs.send(journeyJob, { journeyId }, { afterSeconds })
  try {
    if (!(await finishShares(context, state))) await lookAgain(lookAgainSeconds)
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    context.logger.error({ journeyId, code, reason: name }, 'result could not be shared, will be retried')
    await lookAgain(retrySeconds.operators)
  }
}

/** Advances the journey immediately in this process. A job does the same if the process ends. */
export async function advanceInBackground(context: VerificationContext, journeyId: number): Promise<void> {
  const state = await loadState(context, journeyId)
  if (state.forgotten !== undefined) return await repeatErasure(context, state.forgotten)
  if (state.failure || state.review) return
  const step = currentStep(state)
  const isAutomatic = step !== undefined && (step.automatic || state.reused)
  if (!isAutomatic && !(await hasWaitingShares(context, journeyId))) return
  await context.jobs.send(journeyJob, { journeyId }, { afterSeconds: 1 })
  const before = context.inProgress.get(journeyId) ?? Promise.resolve()
  const run = before
    .then(() => advance(context, journeyId))
    .catch((error: unknown) => {
      context.logger.error(
        { journeyId, reason: (error as Error).name },
        'journey could not be advanced in the background',
      )
    })
    .finally(() => {
      if (context.inProgress.get(journeyId) === run) context.inProgress.delete(journeyId)
    })
  context.inProgress.set(journeyId, run)
}

/**
 * Repeats the erasure, because a step that ran during it may have written, enrolled or requested something
 * afterwards.
 */
async function repeatErasure(context: VerificationContext, receiptId: string): Promise<void> {
  await context.jobs.send(forgetJob, { receiptId })
}
