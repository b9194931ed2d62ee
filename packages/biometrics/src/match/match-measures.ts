import { embeddingOf, type FrameMeasure } from '../reading/frame-measure.ts'
import { checkPictureCount } from './check-picture-count.ts'
import { distance } from './distance.ts'
import { builtInLimits, type EmbeddingLimits, type EmbeddingRates } from './embedding-limits.ts'
import { fuseTemplate } from './fuse-template.ts'
import { type PictureProblem, pictureProblem, toUserError } from './picture-problem.ts'

export type MatchJudgement = {
  verdict: 'same' | 'different' | 'unclear'
  /** Distance between the document's face and the fused live face. */
  distance: number
  /** The largest distance for which the verdict is "same". */
  threshold: number
  /** The model's error rates. Absent for the built-in model, whose error rates are listed in the README. */
  errorRates?: Pick<EmbeddingRates, 'falseMatches' | 'matched' | 'missed'>
  frames: { index: number; used: boolean; distance?: number; problem?: PictureProblem }[]
  hint?: string
}

/**
 * Compares the document's photo with several live pictures, using the first of the given models that measured
 * the photo, which can be a previous model. Throws a `UserError` if there is nothing to compare.
 */
export function matchMeasures(
  document: FrameMeasure,
  live: readonly FrameMeasure[],
  models: readonly EmbeddingLimits[] = [builtInLimits],
): MatchJudgement {
  checkPictureCount(live.length)
  const documentProblem = pictureProblem(document, 'document')
  if (documentProblem !== undefined) throw toUserError(documentProblem)
  const problems = live.map((picture) => pictureProblem(picture))
  const faces = live.map(({ face }, index) => (problems[index] === undefined ? face : undefined))
  const limits = modelOf(document, models)
  if (limits === undefined) throw toUserError('face.none')
  const fused = fuseTemplate(faces, limits)
  const photo = embeddingOf(document.face, limits.model)
  if (fused === undefined || photo === undefined) throw toUserError(problems.find(Boolean) ?? 'face.none')
  const apart = distance(photo, fused.template)
  const verdict = apart <= limits.same ? 'same' : apart >= limits.different ? 'different' : 'unclear'
  return {
    verdict,
    distance: apart,
    threshold: limits.same,
    ...(limits.rates && { errorRates: ratesOfMatch(limits.rates) }),
    frames: faces.map((face, index) => {
      const problem = problems[index]
      const embedding = embeddingOf(face, limits.model)
      return {
        index,
        used: fused.used.includes(index),
        ...(embedding && { distance: distance(photo, embedding) }),
        ...(problem && { problem }),
      }
    }),
    ...(verdict === 'unclear' && {
      hint: 'Take the live pictures again in even light, looking straight ahead, and photograph the document’s page again without glare.',
    }),
  }
}

/** Returns the first model in the list that measured the picture. */
export function modelOf(
  { face }: FrameMeasure,
  models: readonly EmbeddingLimits[],
): EmbeddingLimits | undefined {
  return models.find(({ model }) => embeddingOf(face, model) !== undefined)
}

function ratesOfMatch({ falseMatches, matched, missed }: EmbeddingRates) {
  return { falseMatches, matched, missed }
}
