import type { FrameMeasure } from '../reading/frame-measure.ts'
import { checkPictureCount } from './check-picture-count.ts'
import { builtInLimits, type EmbeddingLimits } from './embedding-limits.ts'
import { type FusedTemplate, fuseTemplate } from './fuse-template.ts'
import { pictureProblem, toUserError } from './picture-problem.ts'

/**
 * Fuses the measurements of several pictures into one template. Throws a `UserError` if no picture shows a
 * usable face.
 */
export function fuseMeasures(
  measures: readonly FrameMeasure[],
  limits: EmbeddingLimits = builtInLimits,
): FusedTemplate {
  checkPictureCount(measures.length)
  const problems = measures.map((each) => pictureProblem(each))
  const faces = measures.map(({ face }, index) => (problems[index] ? undefined : face))
  const fused = fuseTemplate(faces, limits)
  if (fused === undefined) throw toUserError(problems.find(Boolean) ?? 'face.none')
  return fused
}

/**
 * A live face measured by the current model and by the previous models whose faceprints are still in the
 * gallery.
 */
export type LiveFace = {
  model: string
  template: Float32Array
  previous: readonly { model: string; template: Float32Array }[]
}

/** Fuses one template per model, the current model first. Throws the same errors as `fuseMeasures`. */
export function fuseLiveFace(
  measures: readonly FrameMeasure[],
  [current = builtInLimits, ...previous]: readonly EmbeddingLimits[],
): LiveFace {
  const byModel = (limits: EmbeddingLimits) => ({
    model: limits.model,
    template: fuseMeasures(measures, limits).template,
  })
  return { ...byModel(current), previous: previous.map(byModel) }
}
