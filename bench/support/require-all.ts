/** The expected and the actual number of journeys, transfers, mints or calls. */
export type Tally = { what: string; expected: number; seen: number }

/** Thrown for lost or repeated items, which make all measured figures meaningless. */
export class LossError extends Error {
  override name = 'LossError'
}

/** Throws a `LossError` unless every tally is complete, so that the benchmark exits with 1. */
export function requireAll(...tallies: readonly Tally[]): void {
  const problems = tallies.filter(({ expected, seen }) => seen !== expected).map(describe)
  if (problems.length > 0) throw new LossError(problems.join('; '))
}

function describe({ what, expected, seen }: Tally): string {
  if (seen < expected) return `lost ${expected - seen} of ${expected} ${what}`
  return `${seen} ${what} instead of ${expected}`
}
