import type { KytReader, RiskPolicy } from '@touchstone/kyt'
import { askScore, type Scored } from './ask-score.ts'

export type Scores = ReadonlyMap<string, Scored>

/** Number of concurrent callers. Lookups are batched, as for a busy merchant. */
const callers = 16

export async function scoreAll(options: {
  reader: KytReader
  addresses: readonly string[]
  policy: RiskPolicy
  onProgress: (done: number, total: number) => void
}): Promise<Scores> {
  const { reader, addresses, policy, onProgress } = options
  const scores = new Map<string, Scored>()
  const waiting = addresses.values()
  const call = async () => {
    // All callers take addresses from the same iterator.
    for (const address of waiting) {
      scores.set(address, await askScore(reader, address, policy))
      if (scores.size % 100 === 0) onProgress(scores.size, addresses.length)
    }
  }
  onProgress(0, addresses.length)
  await Promise.all(Array.from({ length: callers }, call))
  return scores
}
