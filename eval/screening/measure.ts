import { type Person, type ScreeningIndex, screen } from '@touchstone/screening'
import type { Question } from './make-sets.ts'

/** Low enough to include all scores near the thresholds that matter. */
const seenFrom = 0.45

/** Returns the highest score of any listed entry, or 0 if it is below `seenFrom`. */
export function highestScore(index: ScreeningIndex, person: Person): number {
  return screen(index, person, { threshold: seenFrom, limit: 1 }).hits[0]?.score ?? 0
}

/** Returns the highest score of any correct entry. */
export function rightScore(index: ScreeningIndex, { person, right }: Question): number {
  const { hits } = screen(index, person, { threshold: seenFrom, limit: 200 })
  return hits.find(({ list, entryId }) => right.has(`${list}/${entryId}`))?.score ?? 0
}

/** Returns the lowest threshold at which no more than this share of unlisted people has a hit. */
export function thresholdFor(scores: readonly number[], falseShare: number): number {
  const sorted = [...scores].sort((a, b) => b - a)
  const allowed = Math.floor(scores.length * falseShare)
  // Returns a value just above the first score at which the share would be exceeded.
  return (sorted[allowed] ?? 0) + 1e-9
}

export const shareAbove = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length / Math.max(1, scores.length)

/** Keeps only the names of a person, to measure the effect of birth date and nationality. */
export const nameOnly = ({ names }: Person): Person => ({ names })
