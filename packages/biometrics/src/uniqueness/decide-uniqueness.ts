import { builtInLimits, type EmbeddingLimits, type EmbeddingRates } from '../match/embedding-limits.ts'
import { type UniquenessLimits, uniquenessGoals, uniquenessLimits } from './uniqueness-limits.ts'

export type UniquenessCandidate = {
  /** Euclidean, between templates of unit length. */
  distance: number
  /** Whether the hash of the document is the same; and the year of birth. */
  sameDocument: boolean
  sameBirthYear: boolean
  /** The embedding that the distance is by; absent for the first of the models. */
  model?: string
}

export type UniquenessDecision = {
  verdict: 'new' | 'grey' | 'duplicate'
  /** For whoever has to defend the answer. */
  reasons: { code: string; text: string; candidate?: number }[]
  limits: UniquenessLimits
  /** Those of models whose faceprints are still in the gallery. */
  formerLimits?: Record<string, UniquenessLimits>
  /** How often models that were calibrated find who comes a second time. */
  errorRates?: Record<string, EmbeddingRates['found']>
  /** How likely someone new would be called a duplicate here, by the model of strangers' distances. */
  statedFalseDuplicateRate: number
  /** Whether that rate lies where the model was measured, or in its assumed tail. */
  basis: 'measured' | 'extrapolated'
  hint?: string
  version: string
}

export const uniquenessVersion = 'uniqueness-1'

type Reason = { verdict: 'grey' | 'duplicate'; code: string; text: string }

/**
 * Whether someone is new to a gallery, from the nearest people in it. Where it holds faceprints of several models, the size
 * is that of all together: each comparison may be wrong as rarely as in one gallery of so many, so that all of them are.
 */
export function decideUniqueness(options: {
  candidates: readonly UniquenessCandidate[]
  gallerySize: number
  /** Those that the gallery was searched by, the one in use first. */
  models?: readonly EmbeddingLimits[]
}): UniquenessDecision {
  const { candidates, gallerySize, models = [builtInLimits] } = options
  const [current = builtInLimits, ...former] = models
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
  const nobody = { code: 'uniqueness.nobody-near', text: 'Nobody in the gallery is near enough.' }
  return {
    verdict,
    reasons:
      found.length > 0 ? found.map(({ code, text, candidate }) => ({ code, text, candidate })) : [nobody],
    limits: own.limits,
    ...(former.length > 0 && {
      formerLimits: Object.fromEntries(former.map((model) => [model.model, ruleOf(model).limits])),
    }),
    ...(calibrated.length > 0 && { errorRates: Object.fromEntries(calibrated) }),
    statedFalseDuplicateRate: uniquenessGoals.falseDuplicates,
    basis: models.every(measured) ? 'measured' : 'extrapolated',
    ...(verdict === 'grey' && {
      hint: 'Take new live pictures in even light and look again; if it stays unclear, have a person review it.',
    }),
    version: uniquenessVersion,
  }
}

type Rule = {
  /** Who shows a document that is known is expected to be its holder: one comparison, as with a document's photo. */
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
          text: 'The document is known, and its holder looks alike.',
        }
      : {
          verdict: 'grey',
          code: 'uniqueness.same-document-other-face',
          text: 'The document is known, but with a face that does not look alike.',
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
    text: `Someone in the gallery looks alike${agreed}, but not enough to be sure.`,
  }
}
