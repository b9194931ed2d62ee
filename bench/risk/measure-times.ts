import { engines } from '../ledger/places.ts'
import { scoreBudgetMs } from '../ledger/run-ledger-bench.ts'
import { median, percentile } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { RiskTimes, Work } from './questions.ts'
import type { Bench, RiskWorld } from './worlds.ts'

/**
 * Maximum p99 in milliseconds for an uncached score of the hottest addresses, because a user waits for it.
 */
const hottestBudgetMs = 500

/**
 * Maximum number of queries for one score: three for each of sixteen hops, plus those about the address
 * itself, regardless of how many addresses are traced. The limit was 36 for ten hops, and was raised after
 * measurements of up to 44 queries.
 */
const mostQueries = 54

/** Maximum number of queries per traced address, far below one. */
const mostQueriesOfAddress = 0.25

type Seen = RiskTimes & { kind: string }

/** Measures sequential queries about every kind of address, both uncached and cached. */
export async function measureTimes(bench: Bench): Promise<PartReport> {
  const reports: PartReport[] = []
  for (const engine of engines) {
    for (const transfers of bench.sizes.ledgers[engine]) {
      const world = await bench.worlds.ledger(engine, transfers)
      reports.push(describe(world, await ask(bench, world)))
    }
  }
  return {
    tables: reports.flatMap(({ tables }) => tables),
    targets: reports.flatMap(({ targets }) => targets),
    data: reports.map(({ data }) => data),
  }
}

const kinds = {
  running: 'ordinary, with a reader used for other addresses',
  ordinary: 'ordinary, uncached',
  hot: 'hottest address (mostly pools, not traced)',
  followed: 'hottest traced address',
  whole: 'hottest address read completely',
  deep: 'address ten hops from a theft',
} as const

async function ask(
  { sizes, progress }: Bench,
  { engine, transfers, ledger, picks }: RiskWorld,
): Promise<Seen[]> {
  const { repeats, longRepeats } = sizes
  const half = Math.floor(picks.ordinary.length / 2)
  const of = [
    { kind: kinds.running, asked: picks.ordinary.slice(0, half), turns: repeats, memory: 'shared' },
    { kind: kinds.ordinary, asked: picks.ordinary.slice(half), turns: repeats, memory: 'none' },
    { kind: kinds.hot, asked: picks.hot, turns: longRepeats, memory: 'none' },
    { kind: kinds.followed, asked: picks.followed.slice(0, 1), turns: longRepeats, memory: 'none' },
    { kind: kinds.whole, asked: picks.whole.slice(0, 1), turns: longRepeats, memory: 'none' },
    { kind: kinds.deep, asked: picks.deep, turns: longRepeats, memory: 'none' },
    ...picks.whales.map((whale) => ({
      kind: `unlabelled, with ${shown.count(whale.transfers)} transfers`,
      asked: [whale],
      turns: longRepeats,
      memory: 'none' as const,
    })),
  ] as const
  // These queries warm up the process, so that afterwards only the queried address is new to it.
  await ledger.ask({ do: 'times', asked: picks.hot, turns: 5, warmupTurns: 0, memory: 'none' })
  const seen: Seen[] = []
  for (const { kind, ...question } of of) {
    progress(`${shown.count(transfers)} transfers, ${engine}: ${kind}`)
    // If each address of a kind is queried only once, no query is a warm-up. Otherwise, the first two queries
    // of the kind are warm-ups.
    const warmupTurns = question.turns === repeats ? 0 : 2
    const { times } = await ledger.ask({ do: 'times', ...question, warmupTurns })
    if (times === undefined) throw new Error('no times were returned')
    seen.push({ kind, ...times })
  }
  return seen
}

function describe(world: RiskWorld, seen: readonly Seen[]): PartReport {
  const many = `${shown.count(world.transfers)}, ${world.engine}`
  const find = (kind: string) => {
    const found = seen.find((one) => one.kind === kind)
    if (found === undefined) throw new Error('a kind of address was not queried')
    return found
  }
  const running = find(kinds.running).times
  const hottest = find(kinds.followed)
  const whole = find(kinds.whole)
  const deep = find(kinds.deep).score
  // Combines the lookups of all kinds, because a plain lookup is the same for each kind of address.
  const bare = median(seen.map(({ times }) => times.bare.p50))
  const most = (of: (work: Work) => number, works: readonly Work[]) => Math.max(...works.map(of))
  const { facts } = world.picks
  return {
    tables: [
      {
        title: `Risk on ${shown.count(world.transfers)} transfers, ${world.engine}, one query at a time, in ms (a plain lookup takes ${shown.ms(bare)}; the hottest address has ${shown.count(facts.hottest)} transfers, the hottest traced address has ${shown.count(facts.followed)}, and the hottest address read completely has ${shown.count(facts.whole)})`,
        head: [
          'address',
          'overview p50',
          'score p50',
          'p99',
          'of overview',
          'of bare',
          'again p50',
          'p99',
          'explain p50',
          'after score',
          'again',
          'register p50',
          'of score',
        ],
        rows: seen.map(({ kind, times }) => [
          kind,
          shown.ms(times.overview.p50),
          shown.ms(times.score.p50),
          shown.ms(times.score.p99),
          shown.times(times.score.p50 / times.overview.p50),
          shown.times(times.score.p50 / bare),
          times['score again'].p50.toFixed(3),
          times['score again'].p99.toFixed(3),
          shown.ms(times.explain.p50),
          shown.ms(times['explain after score'].p50),
          times['explain again'].p50.toFixed(3),
          shown.ms(times.register.p50),
          shown.times(times.register.p50 / times.score.p50),
        ]),
      },
      {
        title: `Cost of an uncached score, ${shown.count(world.transfers)} transfers, ${world.engine} (medians and maxima)`,
        head: [
          'address',
          'queries',
          'most',
          'rounds',
          'most',
          'addresses',
          'most',
          'rows',
          'most',
          'queries per round',
          'ledger',
        ],
        rows: seen.map(({ kind, score }) => [
          kind,
          ...(['queries', 'rounds', 'addresses', 'rows'] as const).flatMap((what) => [
            shown.count(median(score.map((work) => work[what]))),
            shown.count(most((work) => work[what], score)),
          ]),
          (sum(score, 'queries') / Math.max(1, sum(score, 'rounds'))).toFixed(1),
          shown.percent(sum(score, 'ledgerMs') / sum(score, 'ms')),
        ]),
      },
    ],
    targets: [
      target(
        `uncached ordinary score, p50, ${many}`,
        running.score.p50,
        { atMost: scoreBudgetMs[world.engine] },
        shownMs,
      ),
      target(
        `registering a transfer relative to a score, ordinary address, p50, ${many}`,
        running.register.p50 / running.score.p50,
        { atMost: 1.5 },
      ),
      target(
        `cached ordinary score relative to its overview, p50, ${many}`,
        running['score again'].p50 / running['overview again'].p50,
        { atMost: 4 },
      ),
      target(
        `hottest traced address, uncached, p99, ${many}`,
        hottest.times.score.p99,
        { atMost: hottestBudgetMs },
        shownMs,
      ),
      target(
        `hottest address read completely, uncached, p99, ${many}`,
        whole.times.score.p99,
        { atMost: hottestBudgetMs },
        shownMs,
      ),
      target(
        `queries for the deepest trace, ${many}`,
        most((work) => work.queries, deep),
        { atMost: mostQueries },
        shown.count,
      ),
      target(
        `most queries for any score, ${many}`,
        most(
          (work) => work.queries,
          seen.flatMap(({ score }) => score),
        ),
        { atMost: mostQueries },
        shown.count,
      ),
      target(
        `queries per traced address, deepest trace, ${many}`,
        sum(deep, 'queries') / sum(deep, 'addresses'),
        { atMost: mostQueriesOfAddress },
        (ratio) => ratio.toFixed(2),
      ),
      target(
        `explanation relative to score, uncached, ordinary p50, ${many}`,
        running.explain.p50 / running.score.p50,
        { atMost: 1.2 },
      ),
    ],
    data: {
      engine: world.engine,
      transfers: world.transfers,
      facts,
      bare,
      seen: seen.map(({ kind, times, score }) => ({
        kind,
        times,
        work: {
          queries: spread(score, 'queries'),
          rounds: spread(score, 'rounds'),
          addresses: spread(score, 'addresses'),
          rows: spread(score, 'rows'),
          ledgerMs: spread(score, 'ledgerMs'),
        },
      })),
    },
  }
}

const shownMs = (ms: number) => `${shown.ms(ms)} ms`

function sum(works: readonly Work[], what: keyof Work): number {
  return works.reduce((total, work) => total + work[what], 0)
}

function spread(works: readonly Work[], what: keyof Work): { p50: number; p99: number } {
  const samples = works.map((work) => work[what])
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) }
}
