import type { FrameStep } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { isFaceKnown } from '../people/is-face-known.ts'
import { selectPersonFile } from '../people/person-file-store.ts'

/**
 * Returns the screen for a device that does not hold the person's secret. To continue, the person imports the
 * wallet file or shows their face.
 */
export async function showLocked(
  context: VerificationContext,
  { journey }: Pick<JourneyState, 'journey'>,
): Promise<Extract<FrameStep, { name: 'wallet-missing' }>> {
  const file = await selectPersonFile(journeyTablesOf(context), journey.personId)
  const face = await isFaceKnown(context, journey.svcId).catch(() => false)
  return { name: 'wallet-missing', commitment: file?.commitment ?? '', face }
}
