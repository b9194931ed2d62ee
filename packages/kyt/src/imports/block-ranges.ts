import type { BlockRange } from '../ledger/covered-range.ts'

/** Returns the smallest range per network that contains all given ranges. */
export function widenRanges(ranges: readonly BlockRange[], more: readonly BlockRange[]): BlockRange[] {
  const byNetwork = new Map(ranges.map((range) => [range.network, range]))
  for (const range of more) {
    const had = byNetwork.get(range.network)
    if (had === undefined) byNetwork.set(range.network, range)
    else if (!contains(had, range)) {
      byNetwork.set(range.network, {
        network: range.network,
        first: Math.min(range.first, had.first),
        last: Math.max(range.last, had.last),
        firstTime: Math.min(range.firstTime, had.firstTime),
        lastTime: Math.max(range.lastTime, had.lastTime),
      })
    }
  }
  return [...byNetwork.values()]
}

const contains = (had: BlockRange, range: BlockRange) =>
  had.first <= range.first &&
  range.last <= had.last &&
  had.firstTime <= range.firstTime &&
  range.lastTime <= had.lastTime
