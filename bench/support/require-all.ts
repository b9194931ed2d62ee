/** How many journeys, transfers, mints or calls went in, and how many came out. */
export type Tally = { what: string; expected: number; seen: number }

/** Something was lost or done twice: figures that were measured beside it mean nothing. */
export class LossError extends Error {
  override name = 'LossError'
}

/** Throws a `LossError` unless every tally is complete. A benchmark that throws it exits with 1. */
export function requireAll(...tallies: readonly Tally[]): void {
  const problems = tallies.filter(({ expected, seen }) => seen !== expected).map(describe)
  if (problems.length > 0) throw new LossError(problems.join('; '))
}

function describe({ what, expected, seen }: Tally): string {
  if (seen < expected) return `lost ${expected - seen} of ${expected} ${what}`
  return `${seen} ${what} instead of ${expected}`
}
