import { UserError } from '@touchstone/common'
import { landmarks } from '../engine/landmarks.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import { readingLimits } from '../reading/reading-limits.ts'

export type PictureProblem = 'face.none' | 'face.many' | 'face.not-upright' | 'face.too-small'

const texts: Record<PictureProblem, { message: string; remedy: string }> = {
  'face.none': {
    message: 'No face was found in the picture.',
    remedy: 'Take it again with the whole face in view and light from the front.',
  },
  'face.many': {
    message: 'The picture shows more than one face.',
    remedy: 'Take it again with only one person in view.',
  },
  'face.not-upright': {
    message: 'The face is sideways or upside down.',
    remedy: 'Turn the picture upright and send it again.',
  },
  'face.too-small': {
    message: 'The face in the picture is too small.',
    remedy: 'Take it again from closer up, or at a higher resolution.',
  },
}

/** Faces on a document that are smaller than this share of the main face are ignored as ghost images. */
const ghostShare = 0.7

/** Returns the reason why a still picture cannot be used, or undefined if the picture is usable. */
export function pictureProblem(
  measure: FrameMeasure,
  of: 'person' | 'document' = 'person',
): PictureProblem | undefined {
  if (measure.turned) return 'face.not-upright'
  if (measure.face === undefined) return 'face.none'
  const ghost = of === 'document' && (measure.second ?? 1) < ghostShare
  if (measure.faces > 1 && !ghost) return 'face.many'
  const [left, right] = landmarks.outerCorners.map(
    (index) => measure.face?.back[landmarks.back.indexOf(index as 33)],
  )
  if (!left || !right) return 'face.none'
  if (Math.hypot(right[0] - left[0], right[1] - left[1]) < readingLimits.minEyeDistance)
    return 'face.too-small'
  return undefined
}

export function toUserError(problem: PictureProblem): UserError {
  return new UserError({ code: problem, ...texts[problem] })
}
