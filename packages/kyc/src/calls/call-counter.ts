import { type KycContext, tablesOf } from '../context.ts'
import { addCalls, type CallDay } from './call-store.ts'

/** How a call of the API ended: `limited` was refused by the limit, and is no error. */
export type CallOutcome = 'answered' | 'error' | 'limited'

/** Counts the calls of merchants by day. */
export type CallCounter = {
  count(mchNo: string, outcome: CallOutcome): void
  /** Adds what was counted since the last time to the store's numbers. */
  flush(): Promise<void>
}

/**
 * Collected in memory and added to the store now and then: writing each call would cost more than answering it. What a
 * node has not written when it is killed is lost.
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
        // Kept for the next time, with what was counted meanwhile.
        for (const day of days) add(day)
        throw error
      }
    },
  }
}
