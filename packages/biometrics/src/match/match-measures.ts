import type { FrameMeasure } from '../reading/frame-measure.ts'
import { checkPictureCount } from './check-picture-count.ts'
import { distance } from './distance.ts'
import { fuseTemplate } from './fuse-template.ts'
import { matchLimits } from './match-limits.ts'
import { type PictureProblem, pictureProblem, toUserError } from './picture-problem.ts'

export type MatchJudgement = {
  verdict: 'same' | 'different' | 'unclear'
  /** Between the document's face and the fused live face. */
  distance: number
  /** At most this is "same". */
  threshold: number
  frames: { index: number; used: boolean; distance?: number; problem?: PictureProblem }[]
  hint?: string
}

/** The document's photo against several live pictures. Throws a `UserError` where there is nothing to compare. */
export function matchMeasures(document: FrameMeasure, live: readonly FrameMeasure[]): MatchJudgement {
  checkPictureCount(live.length)
  const documentProblem = pictureProblem(document, 'document')
  if (documentProblem !== undefined) throw toUserError(documentProblem)
  const problems = live.map((picture) => pictureProblem(picture))
  const faces = live.map(({ face }, index) => (problems[index] === undefined ? face : undefined))
  const fused = fuseTemplate(faces)
  const photo = document.face?.embedding
  if (fused === undefined || photo === undefined) throw toUserError(problems.find(Boolean) ?? 'face.none')
  const apart = distance(photo, fused.template)
  const verdict =
    apart <= matchLimits.same ? 'same' : apart >= matchLimits.different ? 'different' : 'unclear'
  return {
    verdict,
    distance: apart,
    threshold: matchLimits.same,
    frames: faces.map((face, index) => {
      const problem = problems[index]
      return {
        index,
        used: fused.used.includes(index),
        ...(face?.embedding && { distance: distance(photo, face.embedding) }),
        ...(problem && { problem }),
      }
    }),
    ...(verdict === 'unclear' && {
      hint: 'Take the live pictures again in even light, looking straight ahead, and the document’s page without glare.',
    }),
  }
}
