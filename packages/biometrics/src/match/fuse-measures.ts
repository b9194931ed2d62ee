import type { FrameMeasure } from '../reading/frame-measure.ts'
import { checkPictureCount } from './check-picture-count.ts'
import { type FusedTemplate, fuseTemplate } from './fuse-template.ts'
import { pictureProblem, toUserError } from './picture-problem.ts'

/** One template of the figures of several pictures. Throws a `UserError` where none of them shows a face to use. */
export function fuseMeasures(measures: readonly FrameMeasure[]): FusedTemplate {
  checkPictureCount(measures.length)
  const problems = measures.map((each) => pictureProblem(each))
  const fused = fuseTemplate(measures.map(({ face }, index) => (problems[index] ? undefined : face)))
  if (fused === undefined) throw toUserError(problems.find(Boolean) ?? 'face.none')
  return fused
}
