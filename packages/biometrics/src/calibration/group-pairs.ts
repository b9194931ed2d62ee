import { calibrationError } from './calibration-error.ts'
import type { LabelledPair } from './read-labels.ts'

export type MeasuredPair = LabelledPair & { distance: number }

/**
 * Labelled pairs, grouped by person because repeated measurements of the same people add little information.
 */
export type GroupedPairs = {
  people: number
  /** For each person with two or more photographs, the distances between them. */
  same: number[][]
  /**
   * For each pair of people who were compared, the smallest distance between their photographs, in
   * ascending order.
   */
  strangers: number[]
}

/** Groups photographs by person, using the pairs that are labelled as the same person. */
export function groupPairs(pairs: readonly MeasuredPair[], file: string): GroupedPairs {
  const parents = new Map<string, string>()
  const personOf = (photograph: string): string => {
    let person = photograph
    for (let parent = parents.get(person); parent !== undefined; parent = parents.get(person)) person = parent
    return person
  }
  for (const { first, second, same } of pairs) {
    const [a, b] = [personOf(first), personOf(second)]
    if (same && a !== b) parents.set(a, b)
  }
  const people = new Set<string>()
  const same = new Map<string, number[]>()
  const strangers = new Map<string, number>()
  for (const pair of pairs) {
    const [a, b] = [personOf(pair.first), personOf(pair.second)].sort() as [string, string]
    people.add(a).add(b)
    if (pair.same) same.set(a, [...(same.get(a) ?? []), pair.distance])
    else if (a === b) throw contradiction(file, pair.line)
    else {
      const both = JSON.stringify([a, b])
      strangers.set(both, Math.min(pair.distance, strangers.get(both) ?? Number.POSITIVE_INFINITY))
    }
  }
  return {
    people: people.size,
    same: [...same.values()],
    strangers: [...strangers.values()].sort((a, b) => a - b),
  }
}

function contradiction(file: string, line: number) {
  return calibrationError(
    `${file}, line ${line}: the pair is labelled as different people, but other lines label them as the same person.`,
    'Correct the labels. A single wrong label distorts all results.',
  )
}
