import { percentile, type Rate } from './numbers.ts'

/** With the calls that were made in all, those of the warm-up too. */
export type CallersRate = Rate & { calls: number }

/** Many callers at once, each with one call under way, for some seconds; the first ones only warm up. */
export async function runCallers(options: {
  callers: number
  warmupSeconds: number
  seconds: number
  call: (turn: number) => Promise<unknown>
}): Promise<CallersRate> {
  const samples: number[] = []
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
      if (now >= measureFrom && now < measureUntil) samples.push(now - startedAt)
    }
  }
  await Promise.all(Array.from({ length: options.callers }, loop))
  const cpu = process.cpuUsage(cpuBefore)
  return {
    perSecond: samples.length / options.seconds,
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    cpu: (cpu.user + cpu.system) / 1000 / asked,
    calls: asked,
  }
}
