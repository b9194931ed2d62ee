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
 * Returns whether a stage can be completed on a phone. If a known person uses an unproven device, only the face
 * check can.
 */
export async function isForPhone(
  context: VerificationContext,
  session: Session & { journeyId: number },
  stage: Stage,
): Promise<boolean> {
  if (!phoneStages.has(stage)) return false
  if (stage === 'liveness') return true
  const loaded = await loadJourney(context.kyc, session.journeyId)
  return loaded !== undefined && (await proofOf(context, loaded.journey, session)) !== 'none'
}
