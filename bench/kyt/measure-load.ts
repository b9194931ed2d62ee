import type { Asked } from '../ledger/asked.ts'
import type { Rate } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { type Picks, rolledUp } from './questions.ts'
import { target } from './targets.ts'

const kinds = ['ordinary', 'never asked before', 'hot'] as const
type Kind = (typeof kinds)[number]

/** What suits PostgreSQL best depends on the machine: each is tried and the better one counts. */
const poolSizes = [8, 32]

type Seen = { operation: string; on: Kind; ours: Rate; theirs: Rate; connections: number }

/** Many callers at once: functions of the engine in one process against statements over a pool. */
export async function measureLoad(bench: Bench): Promise<PartReport> {
  const { sizes, worlds, progress } = bench
  const world = await worlds.ledger(sizes.transfers)
  const postgres = await worlds.postgres()
  const { callers, warmupSeconds, seconds } = sizes
  const seen: Seen[] = []
  for (const on of kinds) {
    for (const [index, operation] of rolledUp.entries()) {
      const asked = addressesFor(world.picks, on, index)
      progress(`${callers} callers: ${operation} of ${on} addresses`)
      const question = { do: 'load', operation, asked, callers, warmupSeconds, seconds } as const
      const answer = await world.ledger.ask(question)
      world.weights.push({ when: `load: ${operation}, ${on}`, rss: answer.rss, peakRss: answer.peakRss })
      let best: { rate: Rate; connections: number } | undefined
      for (const connections of poolSizes) {
        progress(
          `${callers} callers on PostgreSQL, ${connections} connections: ${operation} of ${on} addresses`,
        )
        const { rate } = await postgres.client.ask({ url: postgres.url, ...question, connections })
        if (rate && rate.perSecond > (best?.rate.perSecond ?? -1)) best = { rate, connections }
      }
      if (!answer.rate || !best) throw new Error('no rate was given')
      seen.push({ operation, on, ours: answer.rate, theirs: best.rate, connections: best.connections })
    }
  }
  return {
    tables: [
      {
        title: `Questions a second with ${callers} callers, ${shown.count(sizes.transfers)} transfers (hot: the ${world.picks.hot.length} hottest addresses in turn)`,
        head: [
          'operation',
          'addresses',
          'ours/s',
          'p50 ms',
          'p99 ms',
          'PostgreSQL/s',
          'p50 ms',
          'p99 ms',
          'its connections',
        ],
        rows: seen.map(({ operation, on, ours, theirs, connections }) => [
          operation,
          on,
          shown.count(ours.perSecond),
          shown.ms(ours.p50),
          shown.ms(ours.p99),
          shown.count(theirs.perSecond),
          shown.ms(theirs.p50),
          shown.ms(theirs.p99),
          String(connections),
        ]),
      },
    ],
    targets: seen.map(({ operation, on, ours, theirs }) =>
      target(
        `${operation}, ${callers} callers, ${on} addresses: questions/s of PostgreSQL`,
        ours.perSecond / theirs.perSecond,
        { atLeast: on === 'hot' ? 10 : 1 },
      ),
    ),
    data: { transfers: sizes.transfers, seen },
  }
}

/** Those that were never asked about are shared out among the operations: the first would warm them for the second. */
function addressesFor(picks: Picks, on: Kind, index: number): readonly Asked[] {
  if (on !== 'never asked before') return picks[on]
  const share = Math.floor(picks.fresh.length / rolledUp.length)
  return picks.fresh.slice(index * share, (index + 1) * share)
}
