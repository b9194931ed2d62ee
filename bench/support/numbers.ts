/** Returns the percentile of the samples that corresponds to a share from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * Call times in milliseconds. `cpu` is the serving process's CPU time per call, which is hardly affected by
 * other programs on the machine.
 */
export type Rate = { perSecond: number; p50: number; p99: number; cpu: number }

/** Returns the median of several rounds, so that a single disturbed round does not change the figure. */
export function medianRate(rounds: readonly Rate[]): Rate {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    cpu: median(rounds.map((round) => round.cpu)),
  }
}
