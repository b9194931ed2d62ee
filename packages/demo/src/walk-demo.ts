import { createManualClock } from '@touchstone/common'
import {
  findJourney,
  grantAccount,
  type KycContext,
  moveJourney,
  startJourney,
  statusesOf,
} from '@touchstone/kyc'
import type { DemoWalk } from './demo-plan.ts'
import type { DemoTokens } from './demo-tokens.ts'

type Event = { at: number; walk: DemoWalk; step: number }

/**
 * Runs the planned journeys in chronological order, with the functions that serve real users. Skips moves
 * that were already made during an earlier start. Requests tokens when a journey starts, so that the tokens
 * are minted while other journeys continue.
 */
export async function walkDemo(
  context: KycContext,
  walks: readonly DemoWalk[],
  tokens: DemoTokens,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const events: Event[] = walks.flatMap((walk) => [
    { at: walk.startsAt, walk, step: 0 },
    ...walk.moves.map((move, index) => ({ at: move.at, walk, step: index + 1 })),
  ])
  events.sort((a, b) => a.at - b.at)

  const clock = createManualClock(0)
  const past: KycContext = { ...context, clock }
  const journeys = new Map<DemoWalk, { journeyId: number; svcId: string; stepsDone: number }>()
  let done = 0
  for (const { at, walk, step } of events) {
    clock.set(at)
    const move = walk.moves[step - 1]
    const journey = journeys.get(walk)
    if (!move || !journey) {
      const found = await findJourney(past, walk)
      // The user's data was erased, or the program was deactivated and accepts no users.
      if (!found && !walk.program.active) continue
      const known =
        found ?? (await startJourney(past, { ...walk, agreement: { account: walk.account }, actor: 'demo' }))
      const { journeyId, svcId, seq } = known
      journeys.set(walk, { journeyId, svcId, stepsDone: seq })
      if (walk.moves.slice(seq - 1).some(({ to }) => isMinted(to))) await tokens.ask(walk, svcId)
    } else if (step >= journey.stepsDone) {
      const { journeyId, svcId } = journey
      const { at: _, ...rest } = move
      const token = isMinted(move.to) ? { token: await tokens.minted(walk, svcId, move.to) } : {}
      await moveJourney(past, { journeyId, ...rest, ...token })
      const isPassed = move.to === statusesOf(walk.program).passed
      if (isPassed && walk.further)
        await grantAccount(past, { journeyId, account: walk.further, actor: 'demo' })
    }
    done++
    if (done % 20 === 0 || done === events.length) onProgress(done, events.length)
  }
}

const isMinted = (status: string) => status.endsWith(' Minted')
