import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  builtInLimits,
  distance,
  type EmbeddingLimits,
  type FaceChecker,
  readPairs,
  uniquenessTable,
} from '@touchstone/biometrics'
import type { Progress } from '../../../bench/support/progress.ts'

export type PairResults = {
  /** The limits that belong to the evaluated embedding model. */
  limits: EmbeddingLimits
  photographs: number
  withoutFace: number
  /**
   * Sorted distances of the pairs labelled as the same person, and of the pairs labelled as different people.
   */
  same: number[]
  different: number[]
}

/** Reads every photograph once and measures the distance of every labelled pair. */
export async function evaluatePairs(options: {
  checker: FaceChecker
  folder: string
  /** Maximum number of pairs of the same person, and of pairs of different people. */
  mostPairs: number
  progress: Progress
}): Promise<PairResults> {
  const { checker, folder, mostPairs, progress } = options
  const limits = checker.limits.embeddings[0] ?? builtInLimits
  const all = readPairs(join(folder, 'pairs.csv'))
  const pairs = [true, false].flatMap((same) => all.filter((pair) => pair.same === same).slice(0, mostPairs))
  const files = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))].sort()
  const faces = new Map<string, Float32Array>()
  let done = 0
  for (const file of files) {
    const { face } = await checker.measurePicture({ picture: readFileSync(file) })
    if (face?.embedding) faces.set(file, face.embedding)
    progress('reading the photographs', ++done, files.length)
  }
  const apart = (first: string, second: string): number[] => {
    const a = faces.get(first)
    const b = faces.get(second)
    return a && b ? [distance(a, b)] : []
  }
  const sorted = (values: number[]) => values.sort((a, b) => a - b)
  return {
    limits,
    photographs: files.length,
    withoutFace: files.length - faces.size,
    same: sorted(pairs.flatMap(({ first, second, same }) => (same ? apart(first, second) : []))),
    different: sorted(pairs.flatMap(({ first, second, same }) => (same ? [] : apart(first, second)))),
  }
}

/** Returns the distance limits for which the table shows the share of accepted pairs. */
export function interestingDistances({ model, same, different, strangers }: EmbeddingLimits): number[] {
  const limits = uniquenessTable(strangers).flatMap(({ duplicate, grey }) => [duplicate, grey])
  // A second threshold that the authors of the built-in model have published.
  const published = model === builtInLimits.model ? [0.398] : []
  return [...limits, same, ...published, different, strangers.mean]
    .map((value) => Number(value.toFixed(3)))
    .filter((value, index, all) => all.indexOf(value) === index)
    .sort((a, b) => a - b)
}
