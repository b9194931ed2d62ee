import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Pair = { first: string; second: string; same: boolean }

/** The labelled pairs of a folder of photographs: `pairs.csv` with two files and Yes or No a line. */
export function readPairs(folder: string): Pair[] {
  const [, ...lines] = readFileSync(join(folder, 'pairs.csv'), 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => {
    const [first = '', second = '', decision = ''] = line.split(',')
    return { first, second, same: decision.trim() === 'Yes' }
  })
}

/**
 * The people behind the pairs: photographs that are the same person, directly or over others, are put together. All
 * pairs of photographs of two people of which one pair is labelled as different are different.
 */
export function impliedPairs(pairs: readonly Pair[]): {
  same: [string, string][]
  different: [string, string][]
} {
  const head = new Map<string, string>()
  const find = (file: string): string => {
    const parent = head.get(file) ?? file
    return parent === file ? file : find(parent)
  }
  for (const { first, second, same } of pairs) if (same) head.set(find(first), find(second))
  const files = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))]
  const apart = new Set(
    pairs.flatMap(({ first, second, same }) =>
      same ? [] : [`${find(first)} ${find(second)}`, `${find(second)} ${find(first)}`],
    ),
  )
  const same: [string, string][] = []
  const different: [string, string][] = []
  files.forEach((first, index) => {
    for (const second of files.slice(index + 1)) {
      if (find(first) === find(second)) same.push([first, second])
      else if (apart.has(`${find(first)} ${find(second)}`)) different.push([first, second])
    }
  })
  return { same, different }
}
