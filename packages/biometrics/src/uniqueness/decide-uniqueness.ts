import { builtInLimits, type EmbeddingLimits, type EmbeddingRates } from '../match/embedding-limits.ts'
import { type UniquenessLimits, uniquenessGoals, uniquenessLimits } from './uniqueness-limits.ts'

export type UniquenessCandidate = {
  /** Euclidean distance between templates of unit length. */
  distance: number
  /** Whether the document hashes and the birth years are equal. */
  sameDocument: boolean
  sameBirthYear: boolean
  /** The model that measured the distance; defaults to the first model. */
  model?: string
}

export type UniquenessDecision = {
  verdict: 'new' | 'grey' | 'duplicate'
  /** The reasons for the decision, for people who have to explain it. */
  reasons: { code: string; text: string; candidate?: number }[]
  limits: UniquenessLimits
  /** The limits of previous models whose faceprints are still in the gallery. */
  formerLimits?: Record<string, UniquenessLimits>
  /** How often a returning person is recognised. Present only for calibrated models. */
  errorRates?: Record<string, EmbeddingRates['found']>
  /**
   * The rate at which new people would be classified as duplicates at this gallery size, according to the
   * distribution of distances between strangers.
   */
  statedFalseDuplicateRate: number
  /** Whether that rate was measured or is extrapolated from an assumed distribution. */
  basis: 'measured' | 'extrapolated'
  hint?: string
  version: string
}

export const uniquenessVersion = 'uniqueness-1'

type Reason = { verdict: 'grey' | 'duplicate'; code: string; text: string }

/**
 * Decides whether a person is new to a gallery, given the nearest people in it. If the gallery contains
 * faceprints from several models, the gallery size is the total over all models, so that the error rates hold
 * across all comparisons.
 */
export function decideUniqueness(options: {
  candidates: readonly UniquenessCandidate[]
  gallerySize: number
  /** The models with which the gallery was searched. The current model is first. */
  models?: readonly EmbeddingLimits[]
}): UniquenessDecision {
  const { candidates, gallerySize, models = [builtInLimits] } = options
  const [current = builtInLimits, ...previous] = models
  const ruleOf = (model: EmbeddingLimits) => ({
    same: model.same,
    limits: uniquenessLimits(gallerySize, model.strangers),
  })
  const rules = new Map(models.map((model) => [model.model, ruleOf(model)]))
  const own = rules.get(current.model) ?? ruleOf(current)
  const found = candidates.flatMap((candidate, index) => {
    const rule = rules.get(candidate.model ?? current.model)
    if (rule === undefined) throw new Error('a candidate was found by a model without limits')
    const reason = judge(candidate, rule)
    return reason ? [{ ...reason, candidate: index }] : []
  })
  const calibrated = models.flatMap(({ model, rates }) => (rates ? [[model, rates.found] as const] : []))
  const measured = ({ strangers, model }: EmbeddingLimits) =>
    (rules.get(model)?.limits.falseMatchRate.duplicate ?? 0) >= strangers.measuredDownTo
  const verdict = found.some((reason) => reason.verdict === 'duplicate')
    ? 'duplicate'
    : found.length > 0
      ? 'grey'
      : 'new'
  const nobody = { code: 'uniqueness.nobody-near', text: 'Nobody in the gallery is similar enough.' }
  return {
    verdict,
    reasons:
      found.length > 0 ? found.map(({ code, text, candidate }) => ({ code, text, candidate })) : [nobody],
    limits: own.limits,
    ...(previous.length > 0 && {
      formerLimits: Object.fromEntries(previous.map((model) => [model.model, ruleOf(model).limits])),
    }),
    ...(calibrated.length > 0 && { errorRates: Object.fromEntries(calibrated) }),
    statedFalseDuplicateRate: uniquenessGoals.falseDuplicates,
    basis: models.every(measured) ? 'measured' : 'extrapolated',
    ...(verdict === 'grey' && {
      hint: 'Take new live pictures in even light and repeat the check. If it stays unclear, have a person review it.',
    }),
    version: uniquenessVersion,
  }
}

type Rule = {
  /**
   * The limit for a person who shows a known document. That person is expected to be the document's holder,
   * so the decision depends on a single comparison, as it does with a document's photo.
   */
  same: number
  limits: UniquenessLimits
}

function judge(candidate: UniquenessCandidate, { same, limits }: Rule): Reason | undefined {
  const { distance, sameDocument, sameBirthYear } = candidate
  if (sameDocument) {
    return distance <= same
      ? {
          verdict: 'duplicate',
          code: 'uniqueness.same-document-and-face',
          text: 'The document is known, and the faces are similar.',
        }
      : {
          verdict: 'grey',
          code: 'uniqueness.same-document-other-face',
          text: 'The document is known, but the faces are not similar.',
        }
  }
  const duplicate = sameBirthYear ? limits.duplicateOfBirthYear : limits.duplicate
  const grey = sameBirthYear ? limits.greyOfBirthYear : limits.grey
  const agreed = sameBirthYear ? ' and was born in the same year' : ''
  if (distance <= duplicate) {
    return {
      verdict: 'duplicate',
      code: sameBirthYear ? 'uniqueness.same-face-and-birth-year' : 'uniqueness.same-face',
      text: `Someone in the gallery has the same face${agreed}.`,
    }
  }
  if (distance > grey) return undefined
  return {
    verdict: 'grey',
    code: sameBirthYear ? 'uniqueness.similar-face-and-birth-year' : 'uniqueness.similar-face',
    text: `Someone in the gallery has a similar face${agreed}, but the similarity is not conclusive.`,
  }
}
