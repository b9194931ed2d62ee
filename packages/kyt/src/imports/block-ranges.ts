/** A network's block range, with both ends inclusive. */
export type BlockRange = { readonly network: number; readonly first: number; readonly last: number }

/** Returns the smallest range per network that contains all given ranges. */
export function widenRanges(ranges: readonly BlockRange[], more: readonly BlockRange[]): BlockRange[] {
  const byNetwork = new Map(ranges.map((range) => [range.network, range]))
  for (const { network, first, last } of more) {
    const had = byNetwork.get(network)
    if (had === undefined) byNetwork.set(network, { network, first, last })
    else if (first < had.first || last > had.last) {
      byNetwork.set(network, { network, first: Math.min(first, had.first), last: Math.max(last, had.last) })
    }
  }
  return [...byNetwork.values()]
}
