import type { Pace } from '../../pace/pacer.ts'
import { runPaced } from '../../pace/steps.ts'
import type { Direction, RiskPolicy } from '../../policy/risk-policy.ts'
import { toMillionths } from '../../policy/scale.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'
import { poisonedSide } from './poisoned-side.ts'
import type { Roots } from './roots.ts'
import type { Side } from './side.ts'
import { openSideBook, type SideBook, takeOlder } from './side-book.ts'
import { type Seen, type TraceSources, trace } from './trace.ts'

export type TracedSides = {
  readonly sides: Readonly<Record<Direction, Side>>
  /** Whether the trace stopped at the time limit. */
  readonly isLate: boolean
}

/** Traces both sides of a query within a shared budget. */
export async function traceSides(
  sources: TraceSources,
  policy: RiskPolicy,
  roots: Roots,
  pace: Pace,
): Promise<TracedSides> {
  const received = openBook('received', policy, roots)
  const sent = openBook('sent', policy, roots)
  // With the poison method, returned funds can be tainted like any other funds.
  const self = policy.method === 'poison' ? undefined : roots.self
  const seen: Seen = { self, balances: new Map(roots.balances), known: new Map(roots.known) }
  const isLate = await trace(sources, policy, [...received.arrivals, ...sent.arrivals], seen, pace)
  const close = async (side: typeof received) =>
    policy.method === 'poison'
      ? await runPaced(poisonedSide(side.book.close(), side, { seen, policy, pace }), pace)
      : side.book.close()
  const sides = { received: await close(received), sent: await close(sent) }
  return { sides, isLate: isLate || (policy.method === 'poison' && pace.isLate()) }
}

function openBook(
  direction: Direction,
  policy: RiskPolicy,
  roots: Roots,
): { book: SideBook; arrivals: Arrival[]; older: readonly Older[] } {
  const { arrivals, older } = roots[direction]
  const whole = [...arrivals, ...older].reduce((sum, { value }) => sum + value, 0n)
  const book = openSideBook(direction, whole, toMillionths(policy.least_share, 6))
  takeOlder(book, older)
  return { book, older, arrivals: arrivals.map((arrival) => ({ ...arrival, book })) }
}
