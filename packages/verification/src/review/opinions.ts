import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import {
  endOpinions,
  insertOpinion,
  lockReview,
  type OpinionRow,
  selectOpinions,
} from '../journey/review-opinion-store.ts'
import { opinionColumn } from '../sealed-columns.ts'
import type { OperatorReading } from './read-by-operator.ts'
import type { ReviewDecision } from './review-decision.ts'

type Said = { note: string; reading: string[] }

export type OpinionView = {
  decision: 'clear' | 'confirm'
  by: string
  at: string
  note: string
  reading: string[]
  ended: 'withdrawn' | 'disagreed' | ''
}

export type Given = { kind: 'first' } | { kind: 'disagreed' } | { kind: 'agreed'; by: string }

/**
 * Records a member's opinion on a review that two members must decide. The first opinion waits for a second
 * one. If the second member agrees, the review is decided. Otherwise, both opinions end and the review is
 * open again.
 */
export async function addOpinion(context: VerificationContext, input: ReviewDecision): Promise<Given> {
  const { id: reviewId, decision, by, note = '' } = input
  const said: Said = { note, reading: readingOf(input) }
  return await journeyTablesOf(context)
    .transaction()
    .execute(async (db): Promise<Given> => {
      await lockReview(db, reviewId)
      const all = await selectOpinions(db, [reviewId])
      const [first, second] = all.filter(({ endedAt }) => endedAt === null)
      // Two members have agreed, but the process ended before their decision took effect. Apply it now,
      // provided that the caller gives the same decision.
      if (first && second) {
        if (first.decision !== decision) throw decidedBefore()
        return { kind: 'agreed', by: `${first.by}, ${second.by}` }
      }
      if (first?.by === by) throw ownOpinion()
      const at = new Date(context.clock.now())
      const number = all.length + 1
      const saidSealed = context.vault.seal(JSON.stringify(said), opinionColumn.at(reviewId, number))
      await insertOpinion(db, { reviewId, number, decision, by, at, saidSealed })
      if (!first) return { kind: 'first' }
      if (first.decision === decision && String(saidIn(context, first).reading) === String(said.reading))
        return { kind: 'agreed', by: `${first.by}, ${by}` }
      await endOpinions(db, { reviewId, ended: 'disagreed', at })
      return { kind: 'disagreed' }
    })
}

/** Withdraws the first opinion unless a second member has already agreed with it. */
export async function takeBackOpinion(
  context: VerificationContext,
  { id: reviewId, by }: { id: number; by: string },
): Promise<void> {
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockReview(db, reviewId)
      const all = await selectOpinions(db, [reviewId])
      const [first, second] = all.filter(({ endedAt }) => endedAt === null)
      if (first?.by !== by || second) throw noneOfYours()
      await endOpinions(db, { reviewId, ended: 'withdrawn', at: new Date(context.clock.now()) })
    })
}

export function opinionView(context: VerificationContext, row: OpinionRow): OpinionView {
  const { decision, by, at, ended } = row
  return { decision, by, at: at.toISOString(), ended: ended ?? '', ...saidIn(context, row) }
}

function saidIn({ vault }: VerificationContext, { reviewId, number, saidSealed }: OpinionRow): Said {
  if (!saidSealed) return { note: '', reading: [] }
  return JSON.parse(vault.open(saidSealed, opinionColumn.at(reviewId, number))) as Said
}

/** Normalises a reading, so that equivalent readings compare as equal. */
function readingOf({ zone = [], fields = {} }: OperatorReading): string[] {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${value.trim()}`)
  return [...zone.map((line) => line.trim().toUpperCase()), ...named.sort()]
}

function ownOpinion(): UserError {
  return new UserError({
    code: 'review.own-opinion',
    message: 'You gave the first opinion. Another member has to agree.',
    remedy: 'Ask another member to review it, or withdraw your opinion.',
  })
}

function noneOfYours(): UserError {
  return new UserError({
    code: 'review.no-opinion',
    message: 'You have no opinion to withdraw on this review.',
    remedy: 'Reload the review: another member may have agreed.',
  })
}

function decidedBefore(): UserError {
  return new UserError({
    code: 'review.unknown',
    message: 'Two members have already decided this review.',
    remedy: 'Reload the review.',
  })
}
