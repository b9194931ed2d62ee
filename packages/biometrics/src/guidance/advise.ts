import { mean } from '../liveness/statistics.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'

/** What the user should do now, or "ready" if nothing has to change. */
export type Advice =
  | 'ready'
  | 'no-face'
  | 'many-faces'
  | 'come-nearer'
  | 'go-back'
  | 'move-to-the-middle'
  | 'more-light'
  | 'less-light'

/**
 * The limits for advice. They are stricter than the server's limits, so that users who follow the advice pass
 * the server's checks with a margin.
 */
const limits = {
  /** Size of the face relative to the picture's height. */
  smallest: 0.32,
  largest: 0.95,
  /** Distance of the face from the centre, relative to the picture's width and height. */
  offCentre: 0.2,
  /** Mean linear light of the skin, from 0 to 1. */
  darkest: 0.03,
  brightest: 0.85,
}

export function advise({ width, height, faces, face }: FrameMeasure): Advice {
  if (face === undefined) return 'no-face'
  if (faces > 1) return 'many-faces'
  const { size, centre } = face.features
  if (size < limits.smallest * height) return 'come-nearer'
  if (size > limits.largest * height) return 'go-back'
  const offX = Math.abs(centre[0] - width / 2) / width
  const offY = Math.abs(centre[1] - height / 2) / height
  if (Math.max(offX, offY) > limits.offCentre) return 'move-to-the-middle'
  const light = mean([face.skin.red, face.skin.green, face.skin.blue])
  if (light < limits.darkest) return 'more-light'
  return light > limits.brightest ? 'less-light' : 'ready'
}
