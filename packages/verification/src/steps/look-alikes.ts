import {
  type Candidate,
  type EmbeddingLimits,
  falseMatchRateAt,
  type UniquenessDecision,
} from '@touchstone/biometrics'
import type { LookAlike } from '../journey/draft.ts'

/** If there are more similar faces, a review shows only the most similar ones. */
const mostShown = 5

/** Returns the faceprints that caused a decision, the most similar ones first. */
export function lookAlikesIn(found: {
  candidates: readonly Candidate[]
  reasons: UniquenessDecision['reasons']
  searched: number
  models: readonly EmbeddingLimits[]
}): LookAlike[] {
  const { candidates, reasons, searched, models } = found
  const all = reasons.flatMap(({ candidate }) => {
    const near = candidate === undefined ? undefined : candidates[candidate]
    const limits = models.find(({ model }) => model === near?.model)
    if (!near || !limits) return []
    const { person: faceprint, model, distance, sameDocument, sameBirthYear } = near
    const strangers = falseMatchRateAt(distance, limits.strangers)
    return [{ faceprint, model, distance, sameDocument, sameBirthYear, searched, strangers }]
  })
  return all.sort((first, second) => first.strangers - second.strangers).slice(0, mostShown)
}
