import { createTemplateMatrix } from '@touchstone/biometrics'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { createFaces, dimensions } from './faces.ts'
import type { Bench } from './sizes.ts'

const wantedPerSecond = 1_000_000

type Seen = { people: number; searchMs: number; readMs: number }

/**
 * Compares the time that an exact search over all templates takes on one core with the time to read the same
 * amount of memory.
 */
export async function measureSearch({ sizes, progress }: Bench): Promise<PartReport> {
  const seen = sizes.galleries.map((people) => measure(people, sizes.rounds, progress))
  const rate = ({ people, searchMs }: Seen) => (people / searchMs) * 1000
  const largest = seen.at(-1)
  if (largest === undefined) throw new Error('the sizes contain no gallery')
  return {
    tables: [
      {
        title: 'Exact search, one core, 128 dimensions, 20 nearest templates',
        head: ['people', 'ms a search', 'templates/s', 'ms to read the memory', 'memory MB'],
        rows: seen.map((one) => [
          shown.count(one.people),
          shown.ms(one.searchMs),
          shown.count(rate(one)),
          shown.ms(one.readMs),
          shown.count((one.people * dimensions * 4) / 1e6),
        ]),
      },
    ],
    targets: [
      target(
        `templates per second on one core, ${shown.count(largest.people)} people`,
        rate(largest),
        { atLeast: wantedPerSecond },
        shown.count,
      ),
      target(
        'search speed relative to reading the same memory',
        largest.readMs / largest.searchMs,
        { atLeast: 0.25 },
        shown.percent,
      ),
    ],
    data: { seen },
  }
}

function measure(people: number, rounds: number, progress: Bench['progress']): Seen {
  const nextFace = createFaces(`gallery with ${people}`)
  const matrix = createTemplateMatrix(dimensions)
  const plain = new Float32Array(people * dimensions)
  for (let index = 0; index < people; index++) {
    if (index % 50_000 === 0) progress(`enrolling ${shown.count(people)}`, index, people)
    const face = nextFace()
    matrix.add(face)
    plain.set(face, index * dimensions)
  }
  const searches: number[] = []
  const reads: number[] = []
  for (let round = 0; round < rounds; round++) {
    progress(`searching ${shown.count(people)}`, round, rounds)
    const face = nextFace()
    searches.push(timed(() => matrix.nearest(face, 20).length))
    reads.push(timed(() => sumOf(plain)))
  }
  return { people, searchMs: median(searches), readMs: median(reads) }
}

function timed(work: () => number): number {
  const start = performance.now()
  const result = work()
  const took = performance.now() - start
  // Checks the result, so that the compiler cannot optimise the work away.
  if (Number.isNaN(result)) throw new Error('the result is not a number')
  return took
}

function sumOf(values: Float32Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let at = 0; at < values.length; at += 4) {
    a += values[at] as number
    b += values[at + 1] as number
    c += values[at + 2] as number
    d += values[at + 3] as number
  }
  return a + b + c + d
}
