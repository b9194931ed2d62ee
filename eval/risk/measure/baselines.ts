import type { Transfer } from '@touchstone/kyt'
import type { Scored } from './ask-score.ts'
import type { Scores } from './score-all.ts'

/**
 * The scores that the plain search assigns to the sources and to addresses one to four hops away. All other
 * addresses score 3.
 */
const byHops: readonly Scored[] = [
  { score: 100, level: 'Severe' },
  { score: 95, level: 'Severe' },
  { score: 80, level: 'High' },
  { score: 60, level: 'Moderate' },
  { score: 40, level: 'Moderate' },
]
const clean: Scored = { score: 3, level: 'Low' }

/** Scores every address within four transfers of a thief, regardless of time, amount and services. */
export function plainSearch(transfers: readonly Transfer[], sources: ReadonlySet<string>): Scores {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of transfers) next.set(from, (next.get(from) ?? new Set()).add(to))
  const hops = new Map([...sources].map((source) => [source, 0]))
  // The map grows while the loop iterates over it.
  for (const [address, hop] of hops) {
    if (address === '' || hop + 1 >= byHops.length) continue
    for (const other of next.get(address) ?? []) if (!hops.has(other)) hops.set(other, hop + 1)
  }
  return scoresOf(transfers, (address) => byHops[hops.get(address) ?? byHops.length] ?? clean)
}

/**
 * Marks every address, including services, that received anything from a tainted address after that address
 * was tainted.
 */
export function poisonEverywhere(transfers: readonly Transfer[], sources: ReadonlySet<string>): Scores {
  const tainted = new Set(sources)
  for (const { from, to } of transfers.toSorted((a, b) => a.time - b.time)) {
    if (tainted.has(from) && to !== '') tainted.add(to)
  }
  return scoresOf(transfers, (address) => (tainted.has(address) ? { score: 95, level: 'Severe' } : clean))
}

function scoresOf(transfers: readonly Transfer[], score: (address: string) => Scored): Scores {
  const everybody = new Set(transfers.flatMap(({ from, to }) => [from, to]))
  everybody.delete('')
  return new Map([...everybody].map((address) => [address, score(address)]))
}
