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
