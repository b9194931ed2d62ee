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
  /** Of a document: what was read in its pictures. */
  reading: string[]
  ended: 'withdrawn' | 'disagreed' | ''
}

export type Given = { kind: 'first' } | { kind: 'disagreed' } | { kind: 'agreed'; by: string }

/**
 * Writes down what a member says of a review that takes two. The first opinion waits; a second by somebody else who says
 * the same decides; one who says otherwise ends both, and it is open again.
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
      // Agreed before a death, and not carried out: the same decision is carried out now.
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

/** Who gave the first opinion may take it back, as long as nobody has agreed. */
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

/** In one form, so that two who read the same say the same. */
function readingOf({ zone = [], fields = {} }: OperatorReading): string[] {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${value.trim()}`)
  return [...zone.map((line) => line.trim().toUpperCase()), ...named.sort()]
}

function ownOpinion(): UserError {
  return new UserError({
    code: 'review.own-opinion',
    message: 'You gave the first opinion: another member has to agree.',
    remedy: 'Ask somebody else to look, or withdraw your opinion.',
  })
}

function noneOfYours(): UserError {
  return new UserError({
    code: 'review.no-opinion',
    message: 'There is no opinion of yours that could be withdrawn.',
    remedy: 'Look at the review again: another member may have agreed.',
  })
}

function decidedBefore(): UserError {
  return new UserError({
    code: 'review.unknown',
    message: 'Two members have decided this already.',
    remedy: 'Look at the review again.',
  })
}
