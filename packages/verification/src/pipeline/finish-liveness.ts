import { unjudgedCapture } from '../capture/capture.ts'
import { countFrames, setFault } from '../capture/capture-store.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { captureTurn } from './capture-turn.ts'
import { finishStep } from './take-step.ts'

/**
 * Maximum wait per call. When it ends, the page receives the number of remaining pictures and calls again.
 */
const waitMs = 1500
const lookEveryMs = 50
/**
 * Pictures that are not measured within this time after their arrival are considered lost along with the
 * process that held them.
 */
const lostAfterMs = 60_000

/**
 * Determines the result of a capture once all its pictures are measured. Before that, returns the number of
 * remaining pictures as `left`.
 */
export async function finishLiveness(
  context: VerificationContext,
  session: Session,
  input: { challengeId: string },
): Promise<{ left: number }> {
  const { journey } = (await captureTurn(context, session)).state
  const db = journeyTablesOf(context)
  const end = performance.now() + waitMs
  for (;;) {
    const { id, arrived, fault } = await unjudgedCapture(context, journey.id, input.challengeId)
    const left = arrived.frames - (await countFrames(db, id))
    if (left <= 0 || fault) break
    const lastAt = arrived.at?.getTime() ?? 0
    if (!context.captures.isMeasuring(id) && context.clock.now() - lastAt > lostAfterMs) {
      await setFault(db, id, 'service')
      break
    }
    if (performance.now() >= end) {
      context.captures.keepSeat(journey.id)
      return { left }
    }
    // Wait in intervals, because another node could be measuring the pictures.
    await Promise.race([context.captures.measured(id), pause(lookEveryMs)])
    if (!context.captures.isMeasuring(id)) await pause(lookEveryMs)
  }
  await finishStep(context, session, await captureTurn(context, session), { ...input, session })
  return { left: 0 }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
