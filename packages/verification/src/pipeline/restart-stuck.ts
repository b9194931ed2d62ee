import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { sendJourney } from '../journey/journey-job.ts'
import {
  clearStuck,
  countStuck,
  type StuckCount,
  type StuckJourney,
  selectStuck,
} from '../journey/stuck-store.ts'

const mostListed = 1000

/** Lists, for operators, the journeys that the service could not advance. */
export async function listStuck(context: VerificationContext): Promise<StuckJourney[]> {
  return await selectStuck(journeyTablesOf(context), mostListed)
}

/** Counts the journeys that the service could not advance, by step and code. */
export async function countStuckJourneys(
  context: Pick<VerificationContext, 'database'>,
): Promise<StuckCount[]> {
  return await countStuck(journeyTablesOf(context))
}

/**
 * Restarts one stuck journey or all of them. Each gets the full number of attempts again. Returns the number
 * of restarted journeys.
 */
export async function restartStuck(
  context: VerificationContext,
  { journeyId }: { journeyId?: number | undefined },
): Promise<number> {
  const at = new Date(context.clock.now())
  const restarted = await clearStuck(journeyTablesOf(context), { journeyId, at })
  for (const each of restarted)
    await sendJourney(context, { journeyId: each }, { afterSeconds: 1, replaces: true })
  return restarted.length
}
