/**
 * What pages show instead of a level if the history is incomplete, because an unknown risk is not a low risk.
 */
export type ShownLevel<Level extends string> = Level | 'LowSoFar' | 'NoData'

/** Returns what pages show for a level, given how much of the history the ledger contains. */
export function shownLevel<Level extends string>(
  level: Level,
  coverage: 'complete' | 'partial' | 'none',
): ShownLevel<Level> {
  if (level !== 'Low' || coverage === 'complete') return level
  return coverage === 'partial' ? 'LowSoFar' : 'NoData'
}
