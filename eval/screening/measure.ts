import { type Person, type ScreeningIndex, screen } from '@touchstone/screening'
import type { Question } from './make-sets.ts'

/** Low enough that everything is seen which a threshold of interest could let through. */
const seenFrom = 0.45

/** The highest score that anybody listed gets; 0 below what is looked at. */
export function highestScore(index: ScreeningIndex, person: Person): number {
  return screen(index, person, { threshold: seenFrom, limit: 1 }).hits[0]?.score ?? 0
}

/** The score that the right entry gets. */
export function rightScore(index: ScreeningIndex, { person, right }: Question): number {
  const { hits } = screen(index, person, { threshold: seenFrom, limit: 200 })
  return hits.find(({ list, entryId }) => right.has(`${list}/${entryId}`))?.score ?? 0
}

/** The lowest threshold at which no more than this share of people who are on no list are hits. */
export function thresholdFor(scores: readonly number[], falseShare: number): number {
  const sorted = [...scores].sort((a, b) => b - a)
  const allowed = Math.floor(scores.length * falseShare)
  // Just above the first score that would be one too many.
  return (sorted[allowed] ?? 0) + 1e-9
}

export const shareAbove = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length / Math.max(1, scores.length)

/** Names alone: what a birth date and a nationality add is measured by leaving them out. */
export const nameOnly = ({ names }: Person): Person => ({ names })
