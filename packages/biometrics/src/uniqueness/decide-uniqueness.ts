import { falseMatchModel } from './false-match-model.ts'
import { type UniquenessLimits, uniquenessGoals, uniquenessLimits } from './uniqueness-limits.ts'

export type UniquenessCandidate = {
  /** Euclidean, between templates of unit length. */
  distance: number
  /** Whether the hash of the document is the same; and the year of birth. */
  sameDocument: boolean
  sameBirthYear: boolean
}

export type UniquenessDecision = {
  verdict: 'new' | 'grey' | 'duplicate'
  /** For whoever has to defend the answer. */
  reasons: { code: string; text: string; candidate?: number }[]
  limits: UniquenessLimits
  /** How likely someone new would be called a duplicate here, by the model of strangers' distances. */
  statedFalseDuplicateRate: number
  /** Whether that rate lies where the model was measured, or in its assumed tail. */
  basis: 'measured' | 'extrapolated'
  hint?: string
  version: string
}

export const uniquenessVersion = 'uniqueness-1'

type Reason = { verdict: 'grey' | 'duplicate'; code: string; text: string }

/** Whether someone is new to a gallery, from the nearest people in it. */
export function decideUniqueness(options: {
  candidates: readonly UniquenessCandidate[]
  gallerySize: number
}): UniquenessDecision {
  const { candidates, gallerySize } = options
  const limits = uniquenessLimits(gallerySize)
  const found = candidates.flatMap((candidate, index) => {
    const reason = judge(candidate, limits)
    return reason ? [{ ...reason, candidate: index }] : []
  })
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
    limits,
    statedFalseDuplicateRate: uniquenessGoals.falseDuplicates,
    basis: limits.falseMatchRate.duplicate >= falseMatchModel.measuredDownTo ? 'measured' : 'extrapolated',
    ...(verdict === 'grey' && {
      hint: 'Take new live pictures in even light and look again; if it stays unclear, have a person review it.',
    }),
    version: uniquenessVersion,
  }
}

function judge(candidate: UniquenessCandidate, limits: UniquenessLimits): Reason | undefined {
  const { distance, sameDocument, sameBirthYear } = candidate
  if (sameDocument) {
    return distance <= uniquenessGoals.sameDocument
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
