import { calibrationError } from './calibration-error.ts'
import type { LabelledPair } from './read-labels.ts'

export type MeasuredPair = LabelledPair & { distance: number }

/** Pairs by the people they show: what is measured of the same people again and again says little more than once. */
export type GroupedPairs = {
  people: number
  /** Of each person with two photographs or more, the distances between them. */
  same: number[][]
  /** Of each two people that were compared, the nearest of their photographs; nearest first. */
  strangers: number[]
}

/** Who is who follows from the pairs that are said to be the same. */
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
    `${file}, line ${line}: the two are said to be different people, but other lines say that they are one.`,
    'Correct the labels: a wrong one makes every figure wrong.',
  )
}
