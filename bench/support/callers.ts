import { percentile, type Rate } from './numbers.ts'

/** A rate and the total number of calls, including warm-up calls. */
export type CallersRate = Rate & { calls: number }

/** Runs concurrent callers for a few seconds after a warm-up. Each caller makes one call at a time. */
export async function runCallers(options: {
  callers: number
  warmupSeconds: number
  seconds: number
  call: (turn: number) => Promise<unknown>
}): Promise<CallersRate> {
  const samples: number[] = []
  const late: { ms: number; at: number }[] = []
  const measureFrom = performance.now() + options.warmupSeconds * 1000
  const measureUntil = measureFrom + options.seconds * 1000
  const cpuBefore = process.cpuUsage()
  let asked = 0
  const loop = async () => {
    for (;;) {
      const startedAt = performance.now()
      if (startedAt >= measureUntil) return
      await options.call(asked++)
      const now = performance.now()
      if (now < measureFrom) continue
      if (now < measureUntil) samples.push(now - startedAt)
      else late.push({ ms: now - startedAt, at: now })
    }
  }
  await Promise.all(Array.from({ length: options.callers }, loop))
  const cpu = process.cpuUsage(cpuBefore)
  // If hardly any calls ended within the period, most were still running. In this case, calls that ended
  // later are also counted, over a correspondingly longer period.
  const isSlow = samples.length < options.callers
  const counted = isSlow ? [...samples, ...late.map(({ ms }) => ms)] : samples
  const until = isSlow ? Math.max(measureUntil, ...late.map(({ at }) => at)) : measureUntil
  return {
    perSecond: counted.length / ((until - measureFrom) / 1000),
    p50: percentile(counted, 0.5),
    p99: percentile(counted, 0.99),
    cpu: (cpu.user + cpu.system) / 1000 / asked,
    calls: asked,
  }
}
