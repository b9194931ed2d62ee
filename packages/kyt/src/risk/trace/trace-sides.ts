import type { Direction, RiskPolicy } from '../../policy/risk-policy.ts'
import { toMillionths } from '../../policy/scale.ts'
import type { Arrival } from './expand-place.ts'
import type { Older } from './older.ts'
import { poisonedSide } from './poisoned-side.ts'
import type { Roots } from './roots.ts'
import type { Side } from './side.ts'
import { openSideBook, type SideBook, takeOlder } from './side-book.ts'
import { type Seen, type TraceSources, trace } from './trace.ts'

/** Traces both sides of a query within a shared budget. */
export async function traceSides(
  sources: TraceSources,
  policy: RiskPolicy,
  roots: Roots,
): Promise<Readonly<Record<Direction, Side>>> {
  const received = openBook('received', policy, roots)
  const sent = openBook('sent', policy, roots)
  // With the poison method, returned funds can be tainted like any other funds.
  const self = policy.method === 'poison' ? undefined : roots.self
  const seen: Seen = { self, balances: new Map(roots.balances), known: new Map(roots.known) }
  await trace(sources, policy, [...received.arrivals, ...sent.arrivals], seen)
  const close = (side: typeof received) =>
    policy.method === 'poison' ? poisonedSide(side.book.close(), side, seen, policy) : side.book.close()
  return { received: close(received), sent: close(sent) }
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
