import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { target } from './targets.ts'

/** What the process with the ledger weighs: the numbers were taken on the way. */
export async function measureMemory(bench: Bench): Promise<PartReport> {
  const { sizes, worlds, progress } = bench
  const small = await worlds.ledger(sizes.transfers)
  if (!small.weights.some(({ when }) => when.startsWith('load'))) {
    progress('putting some load on the ledger')
    const { callers, warmupSeconds, seconds } = sizes
    const question = { do: 'load', operation: 'score', asked: small.picks.ordinary } as const
    const answer = await small.ledger.ask({ ...question, callers, warmupSeconds, seconds })
    small.weights.push({ when: 'load: score, ordinary', rss: answer.rss, peakRss: answer.peakRss })
  }
  const ledgers = worlds.ledgers()
  const peakOf = (weights: typeof small.weights) => Math.max(...weights.map(({ peakRss }) => peakRss))
  return {
    tables: [
      {
        title: 'Memory of the process with the ledger, MiB',
        head: ['transfers', 'when', 'then', 'most on the way'],
        rows: ledgers.flatMap(({ transfers, weights }) =>
          weights.map(({ when, rss, peakRss }) => [
            shown.count(transfers),
            when,
            shown.mebibytes(rss),
            shown.mebibytes(peakRss),
          ]),
        ),
      },
    ],
    targets: ledgers
      .filter((world) => world !== small)
      .map((world) =>
        target(
          `most memory of all at ${shown.count(world.transfers)} of ${shown.count(small.transfers)} transfers`,
          peakOf(world.weights) / peakOf(small.weights),
          { atMost: 1.5 },
        ),
      ),
    data: { ledgers: ledgers.map(({ transfers, weights }) => ({ transfers, weights })) },
  }
}
