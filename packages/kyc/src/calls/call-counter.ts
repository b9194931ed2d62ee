import { type KycContext, tablesOf } from '../context.ts'
import { addCalls, type CallDay } from './call-store.ts'

/**
 * The result of an API call. `limited` means that the rate limit rejected the call. Such a call does not
 * count as an error.
 */
export type CallOutcome = 'answered' | 'error' | 'limited'

/** Counts each merchant's calls per day. */
export type CallCounter = {
  count(mchNo: string, outcome: CallOutcome): void
  /** Adds the counts since the last flush to the store. */
  flush(): Promise<void>
}

/**
 * Counts calls in memory and writes the counts to the store periodically, because writing each call would
 * cost more than answering it. If a node is killed, its unwritten counts are lost.
 */
export function createCallCounter(context: KycContext): CallCounter {
  let counted = new Map<string, CallDay>()

  const add = ({ mchNo, day, ...counts }: CallDay) => {
    const name = `${mchNo} ${day}`
    const known = counted.get(name) ?? { mchNo, day, calls: 0, errors: 0, limited: 0 }
    known.calls += counts.calls
    known.errors += counts.errors
    known.limited += counts.limited
    counted.set(name, known)
  }

  return {
    count(mchNo, outcome) {
      const day = new Date(context.clock.now()).toISOString().slice(0, 10)
      const [errors, limited] = [outcome === 'error' ? 1 : 0, outcome === 'limited' ? 1 : 0]
      add({ mchNo, day, calls: 1, errors, limited })
    },
    async flush() {
      const days = [...counted.values()]
      counted = new Map()
      try {
        await addCalls(tablesOf(context), days)
      } catch (error) {
        // Keep the counts and add them to the next flush.
        for (const day of days) add(day)
        throw error
      }
    },
  }
}
