import { percentile } from './numbers.ts'

/** Milliseconds of calls that were made one at a time. */
export type Times = { p50: number; p99: number; calls: number }

/** All contenders in turns: whatever disturbs the machine disturbs all of them. The first turns only warm up. */
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

/** Milliseconds of processor time, all threads of this process together: it holds when others use the machine. */
export async function cpuTime<Made>(work: () => Promise<Made>): Promise<[Made, number]> {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}
