import type { Stage } from '@touchstone/contract'
import { loadJourney } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { proofOf } from '../people/proof-of.ts'
import type { Session } from '../sessions/session.ts'

/**
 * The stages that need a camera or the device's position, for which a phone is better suited than a computer.
 */
const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])

/**
 * Returns whether a stage can be completed on a phone. If a known person uses an unproven device, this is
 * true only of the face check.
 */
export async function isForPhone(
  context: VerificationContext,
  session: Session & { journeyId: number },
  stage: Stage,
): Promise<boolean> {
  if (!phoneStages.has(stage)) return false
  return stage === 'liveness' || !(await isFaceOnly(context, session))
}

/**
 * Returns whether the face check is the only stage that a phone can show, because nobody has proven who the
 * person is.
 */
export async function isFaceOnly(
  context: VerificationContext,
  { journeyId, ...session }: Session & { journeyId: number },
): Promise<boolean> {
  const loaded = await loadJourney(context.kyc, journeyId)
  return loaded === undefined || (await proofOf(context, loaded.journey, session)) === 'none'
}

/** Returns the stages that can be continued on a phone, starting from the current stage. */
export function stagesForPhone(stages: readonly Stage[], current: Stage, isFaceOnly: boolean): Stage[] {
  const later = stages.slice(stages.indexOf(current) + 1)
  const all = [current, ...(stages.includes(current) ? later : [])]
  return all.filter((stage) => (isFaceOnly ? stage === 'liveness' : phoneStages.has(stage)))
}
