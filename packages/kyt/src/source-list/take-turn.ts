import type { Clock } from '@touchstone/common'
import { journalOf, type KytContext } from '../context.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import type { Wait } from '../sources/rpc/json-rpc.ts'
import { areTurnsHeld, reserveTurn, type SourceRow } from './source-store.ts'

/** The longest time that a request waits for its turn. */
const longestWaitMs = 30_000

/** So many requests are waiting for the source that no more are accepted. Not a failure of the source. */
export class SourceBusy extends SourceError {
  constructor(host: string) {
    super('limited', `${host}: too many requests are waiting for the rate limit`)
  }
}

/**
 * Waits until the next request may be sent. All nodes share the turns of a key, because the limit of an API
 * key applies to all of them together. Turns are evenly spaced, so that no window of the provider's counter
 * contains more requests than allowed. If the provider requests a pause from one node, all nodes wait for its end.
 * Returns how long it waited.
 */
export async function takeTurn(
  context: Pick<KytContext, 'database'> & { readonly clock: Clock },
  { pace, perSecond, host }: Pick<SourceRow, 'pace' | 'perSecond' | 'host'>,
  wait: Wait,
  signal?: AbortSignal,
): Promise<number> {
  const db = journalOf(context)
  let waitedMs = 0
  for (;;) {
    const now = context.clock.now()
    const turn = { id: pace, now, intervalMs: 1000 / perSecond, longestMs: longestWaitMs }
    const at = await reserveTurn(db, turn)
    if (at === undefined) throw new SourceBusy(host)
    const waitMs = Math.max(0, Math.ceil(at - now))
    if (waitMs === 0) return waitedMs
    await wait(waitMs, signal)
    signal?.throwIfAborted()
    waitedMs += waitMs
    // If the provider requested a pause in the meantime, the request gets a new turn after the pause.
    if (!(await areTurnsHeld(db, { id: pace, now: context.clock.now() }))) return waitedMs
  }
}
