import {
  IllegalMoveError,
  type KycDb,
  moveJourney,
  recordJourneyEvents,
  StaleJourneyError,
  statusesOf,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { reviewDetailColumn } from '../sealed-columns.ts'
import type { Failure } from '../tables.ts'
import { sendJourney } from './journey-job.ts'
import type { JourneyState } from './journey-state.ts'
import { deletePictures } from './review-picture-store.ts'
import { reviewRoom } from './review-room.ts'
import { lockReviewRoom } from './review-room-store.ts'
import { insertReview, kindsWithPictures } from './review-store.ts'
import type { CheckResult, Outcome, Step } from './step.ts'
import {
  insertChecks,
  selectChecks,
  selectDecided,
  updateVerification,
  writeFailure,
} from './verification-store.ts'

/** The number of failed tries before a pause, and the length of the pause. */
export const attemptLimits = { tries: 3, pauseMs: 15 * 60_000 }

/**
 * Writes a step's outcome once. Changes nothing if it has already been written, for example by a concurrent
 * call or before a restart.
 */
export async function applyOutcome(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
  outcome: Outcome,
  actor: 'user' | 'server' | 'operator' | 'merchant' = step.automatic ? 'server' : 'user',
): Promise<void> {
  const db = journeyTablesOf(context)
  const { journey, program } = state
  const at = new Date(context.clock.now())
  const { id: journeyId, attempt, seq: ifSeq } = journey

  /**
   * Returns the checks that have been decided since the last status change. They are recorded in the journal
   * with the next status change.
   */
  const pending = async (further: readonly CheckResult[]) => {
    const decided = new Set(await selectDecided(db, journeyId, attempt))
    const kept = await selectChecks(db, journeyId, attempt)
    const named = new Set(further.map(({ check }) => check))
    return [...kept.filter(({ check }) => !decided.has(check) && !named.has(check)), ...further]
  }
  const failing = (failure: Failure, counted: boolean) => {
    const tries = state.tries + (counted ? 1 : 0)
    const isPause = tries >= attemptLimits.tries
    return {
      journeyId,
      attempt,
      failure,
      tries: isPause ? 0 : tries,
      pausedUntil: isPause ? new Date(at.getTime() + attemptLimits.pauseMs) : null,
      at,
    }
  }
  const fail = async (failure: Failure, checks: readonly CheckResult[]) => {
    const decisions = await pending(checks)
    await unlessMovedOn(() =>
      moveJourney(
        context.kyc,
        { journeyId, ifSeq, to: statusesOf(program).failed, actor, reasonCode: failure.reason, decisions },
        async (tables) => {
          const own = tables as unknown as VerificationDb
          await writeFailure(own, failing(failure, true))
          // A new attempt repeats every step, so the data of the failed attempt is no longer needed.
          await updateVerification(own, journeyId, { draft_sealed: null, proof_challenge: null }, at)
          await deletePictures(own, { journeyIds: [journeyId] }, { reason: failure.reason, actor, at })
        },
      ),
    )
  }

  // Written before the outcome, because once the outcome is written, the journey can continue and issue a
  // credential.
  if (actor === 'merchant' && (outcome.kind === 'passed' || outcome.kind === 'review'))
    await updateVerification(db, journeyId, { delegated: true }, at)
  switch (outcome.kind) {
    case 'passed': {
      const { checks = [], token, share, also } = outcome
      if (step.reaches === undefined) {
        await db.transaction().execute(async (tables) => {
          await insertChecks(tables, { journeyId, attempt, checks, at })
          await also?.(tables)
        })
        return
      }
      const decisions = await pending(checks)
      const to = step.reaches(program)
      await unlessMovedOn(() =>
        moveJourney(
          context.kyc,
          { journeyId, ifSeq, to, actor, decisions, ...(token && { token }), ...(share && { share }) },
          async (tables) => {
            const own = tables as unknown as VerificationDb
            await insertChecks(own, { journeyId, attempt, checks, at })
            await also?.(own)
          },
        ),
      )
      return
    }
    case 'stay':
      await outcome.also?.(db)
      return
    case 'wait':
      await sendJourney(context, { journeyId }, { afterSeconds: outcome.seconds, replaces: true })
      return
    case 'again': {
      const { screen, reason, counted, negative } = outcome
      const failure = failing({ screen, reason, retry: 'step' }, counted)
      // If the last try ends with a negative result, the attempt fails instead of being paused.
      if (failure.pausedUntil && negative) await fail({ screen, reason, retry: 'start' }, [negative])
      else await writeFailure(db, failure)
      return
    }
    case 'negative':
      await fail({ screen: outcome.screen, reason: outcome.reason, retry: 'start' }, outcome.checks)
      return
    case 'review': {
      const { review: kind, detail, opened, forOperator = false } = outcome
      const detailSealed = context.vault.seal(
        JSON.stringify(detail),
        reviewDetailColumn.at(journeyId, attempt, kind),
      )
      const { personId } = journey
      const { merchantId } = program
      await db.transaction().execute(async (tables) => {
        await lockReviewRoom(tables)
        // Reviews in test mode take no room from real people.
        const { full, networkHash } = program.test
          ? { full: undefined, networkHash: null }
          : await reviewRoom(context, tables, { journeyId, personId, merchantId })
        // A held review waits without pictures. The step asks for new pictures when there is room for another
        // review.
        if (full && kindsWithPictures.includes(kind)) return
        const review = { journeyId, attempt, kind, detailSealed, at, forOperator, networkHash }
        const id = await insertReview(tables, { ...review, isHeld: full !== undefined })
        if (id !== undefined) {
          await opened?.(tables, id)
          // Without the kind of the review: the person may be under suspicion, and the merchant may tell them.
          const of = { program, journeyId, status: journey.status, at }
          await recordJourneyEvents(tables as unknown as KycDb, of, ['in_review'])
        }
        if (full)
          context.logger.warn({ journeyId, kind, limit: full }, 'a review is on hold because of a limit')
      })
    }
  }
}

async function unlessMovedOn(move: () => Promise<unknown>): Promise<void> {
  try {
    await move()
  } catch (error) {
    if (!(error instanceof StaleJourneyError) && !(error instanceof IllegalMoveError)) throw error
  }
}
