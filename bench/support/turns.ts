import { percentile } from './numbers.ts'

/** Durations of sequential calls in milliseconds. */
export type Times = { p50: number; p99: number; calls: number }

/**
 * Times all contenders in turn, so that disturbances affect all of them. The first turns are a warm-up and
 * are not counted.
 */
export async function timeInTurns(options: {
  contenders: readonly ((turn: number) => Promise<unknown>)[]
  turns: number
  warmupTurns: number
}): Promise<Times[]> {
  const samples = options.contenders.map((): number[] => [])
  for (let turn = -options.warmupTurns; turn < options.turns; turn++) {
    for (const [index, call] of options.contenders.entries()) {
      const startedAt = performance.now()
      await call(turn + options.warmupTurns)
      if (turn >= 0) samples[index]?.push(performance.now() - startedAt)
    }
  }
  return samples.map((each) => ({
    p50: percentile(each, 0.5),
    p99: percentile(each, 0.99),
    calls: each.length,
  }))
}

/**
 * Returns the CPU time of all this process's threads in milliseconds; other programs on the machine hardly
 * affect it.
 */
export async function cpuTime<Made>(work: () => Promise<Made>): Promise<[Made, number]> {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}
