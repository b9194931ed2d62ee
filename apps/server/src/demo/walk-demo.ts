import { createManualClock } from '@touchstone/common'
import { findJourney, type KycContext, moveJourney, startJourney } from '@touchstone/kyc'
import type { DemoWalk } from './demo-plan.ts'

type Event = { at: number; walk: DemoWalk; step: number }

/**
 * Lives the plan through, event by event in the order of time, by the same functions that serve real people. What an
 * earlier start already did is found done and left as it is.
 */
export async function walkDemo(
  context: KycContext,
  walks: readonly DemoWalk[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const events: Event[] = walks.flatMap((walk) => [
    { at: walk.startsAt, walk, step: 0 },
    ...walk.moves.map((move, index) => ({ at: move.at, walk, step: index + 1 })),
  ])
  events.sort((a, b) => a.at - b.at)

  const clock = createManualClock(0)
  const past: KycContext = { ...context, clock }
  const journeys = new Map<DemoWalk, { journeyId: number; stepsDone: number }>()
  let done = 0
  for (const { at, walk, step } of events) {
    clock.set(at)
    const move = walk.moves[step - 1]
    const journey = journeys.get(walk)
    if (!move || !journey) {
      const known = (await findJourney(past, walk)) ?? (await startJourney(past, { ...walk, actor: 'demo' }))
      journeys.set(walk, { journeyId: known.journeyId, stepsDone: known.seq })
    } else if (step >= journey.stepsDone) {
      const { at: _, ...rest } = move
      await moveJourney(past, { journeyId: journey.journeyId, ...rest })
    }
    done++
    if (done % 20 === 0 || done === events.length) onProgress(done, events.length)
  }
}
