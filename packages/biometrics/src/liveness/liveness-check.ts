/** One check of a liveness decision and its result, for people who have to explain the decision. */
export type LivenessCheck = {
  name: string
  passed: boolean | 'not-checked'
  /** The measured value and its required minimum or maximum. */
  measure: number
  limit: number
  why: string
}

export function check(
  name: string,
  passed: LivenessCheck['passed'],
  measure: number,
  limit: number,
  why: string,
): LivenessCheck {
  return { name, passed, measure: Number(measure.toFixed(4)), limit, why }
}
