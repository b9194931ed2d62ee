import { type LedgerRate, measureRate } from '../ledger/ledger-fixture.ts'
import { type Engine, engines } from '../ledger/places.ts'
import { scoresOfCore } from '../ledger/run-ledger-bench.ts'
import type { CallersRate } from '../support/callers.ts'
import type { Rate } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { flat, type LoadQuestion, type Operation } from './questions.ts'
import type { Bench, LedgerWorld } from './worlds.ts'

/**
 * The score is not compared with plain rows, because their query considers only direct counterparties and
 * cannot trace funds.
 */
const compared = ['overview', 'counterparty', 'actions', 'profile', 'investigation'] as const

const kinds = { ordinary: [...compared, 'score'], hot: flat } as const
type Kind = keyof typeof kinds

type Seen = {
  operation: Operation
  on: Kind
  ours: Record<Engine, LedgerRate>
  rows: Rate
  connections: number
}

/**
 * Measures many concurrent callers without caches: KYT operations in one process, compared with SQL
 * statements through a connection pool.
 */
export async function measureLoad(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const worldOf = {
    server: await worlds.ledger('server', sizes.transfers),
    embedded: await worlds.ledger('embedded', sizes.transfers),
  }
  const { callers, warmupSeconds, seconds } = sizes
  const seen: Seen[] = []
  for (const on of ['ordinary', 'hot'] as const) {
    for (const operation of kinds[on]) {
      const asked = worldOf.server.picks[on]
      const question = { operation, asked, callers, warmupSeconds, seconds }
      seen.push({
        operation,
        on,
        ours: {
          server: await driveOurs(bench, worldOf.server, question),
          embedded: await driveOurs(bench, worldOf.embedded, question),
        },
        ...(await driveRows(bench, question)),
      })
    }
  }
  const of = (operation: Operation) => {
    const found = seen.find((one) => one.operation === operation && one.on === 'ordinary')
    if (found === undefined) throw new Error('an operation was not requested')
    return found
  }
  return {
    tables: [
      {
        title: `Answers per second with ${callers} callers, uncached, ${shown.count(sizes.transfers)} transfers (hot: the ${worldOf.server.picks.hot.length} hottest addresses in turn)`,
        head: [
          'operation',
          'addresses',
          ...engines.flatMap((engine) => [`${engine}/s`, 'p50 ms', 'p99 ms', 'CPU ms']),
          'plain rows/s',
          'p50 ms',
          'p99 ms',
          'their connections',
        ],
        rows: seen.map(({ operation, on, ours, rows, connections }) => [
          operation,
          on,
          ...engines.flatMap((engine) => [
            ...shownRate(ours[engine]),
            Number.isNaN(ours[engine].allCpu) ? '' : shown.ms(ours[engine].allCpu),
          ]),
          ...shownRate(rows),
          String(connections),
        ]),
      },
    ],
    targets: [
      ...compared.map((operation) =>
        target(
          `${operation}, uncached, ${callers} callers: answers/s relative to plain rows`,
          of(operation).ours.server.perSecond / of(operation).rows.perSecond,
          { atLeast: 1 },
        ),
      ),
      ...engines.map((engine) =>
        target(
          `score, ${engine}, uncached: answers per CPU second`,
          1000 / of('score').ours[engine].allCpu,
          { atLeast: scoresOfCore },
          shown.count,
        ),
      ),
    ],
    data: { transfers: sizes.transfers, seen },
  }
}

const shownRate = ({ perSecond, p50, p99 }: Rate) => [shown.count(perSecond), shown.ms(p50), shown.ms(p99)]

async function driveOurs(
  { fixture, progress }: Bench,
  world: LedgerWorld,
  question: LoadQuestion,
): Promise<LedgerRate> {
  const { engine, ledger, weights } = world
  progress(`${engine}, ${question.callers} callers: ${question.operation}`)
  const { rate, answer } = await measureRate(fixture, engine, () => ledger.ask({ do: 'load', ...question }))
  weights.push({ when: `load: ${question.operation}`, rss: answer.rss, peakRss: answer.peakRss })
  return rate
}

async function driveRows(
  { worlds, sizes, progress }: Bench,
  question: LoadQuestion,
): Promise<{ rows: CallersRate; connections: number }> {
  const { client, url } = await worlds.plainRows()
  let best: { rows: CallersRate; connections: number } | undefined
  for (const connections of sizes.pools) {
    progress(`plain rows, ${question.callers} callers, ${connections} connections: ${question.operation}`)
    const { rate } = await client.ask({ url, do: 'load', connections, ...question })
    if (rate && rate.perSecond > (best?.rows.perSecond ?? -1)) best = { rows: rate, connections }
  }
  if (best === undefined) throw new Error('no rate was returned')
  return best
}
