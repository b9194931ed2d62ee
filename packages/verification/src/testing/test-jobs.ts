import type { ManualClock } from '@touchstone/common'
import type { VerificationContext } from '../context.ts'
import type { JourneyJob } from '../journey/journey-job.ts'
import { runJourneyJob } from '../pipeline/advance.ts'

type Waiting = { data: JourneyJob; key: string | undefined; dueAt: number }

/** Runs the journey's jobs on the test clock, with the real queue's rules for keys. */
export function createTestJobs(clock: () => ManualClock) {
  const waiting: Waiting[] = []
  const send: VerificationContext['jobs']['send'] = async (_, data, options = {}) => {
    const { key, afterSeconds = 0, replaces = false } = options
    const same = key === undefined ? -1 : waiting.findIndex((each) => each.key === key)
    if (same >= 0 && !replaces) return
    if (same >= 0) waiting.splice(same, 1)
    waiting.push({ data: data as unknown as JourneyJob, key, dueAt: clock().now() + afterSeconds * 1000 })
  }
  return {
    send,
    waiting,
    /**
     * Advances the clock to the next job, runs the job and returns the elapsed seconds. Returns undefined if
     * no job is waiting.
     */
    async runNext(context: VerificationContext): Promise<number | undefined> {
      const next = waiting.toSorted((one, other) => one.dueAt - other.dueAt)[0]
      if (!next) return undefined
      waiting.splice(waiting.indexOf(next), 1)
      const waited = Math.max(0, next.dueAt - clock().now())
      clock().advance(waited)
      await runJourneyJob(context, next.data)
      return waited / 1000
    },
  }
}
