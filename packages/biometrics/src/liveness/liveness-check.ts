/** One question of the liveness decision and its answer, for whoever has to defend it. */
export type LivenessCheck = {
  name: string
  passed: boolean | 'not-checked'
  /** What was measured, and what it had to reach or not to exceed. */
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
