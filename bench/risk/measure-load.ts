import { medianRate, type Rate } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { target } from './targets.ts'
import type { RiskWorld } from './worlds.ts'

const operations = ['overview', 'score'] as const
const memories = ['never asked', 'remembered'] as const

type Seen = { operation: (typeof operations)[number]; memory: (typeof memories)[number]; rate: Rate }

/** Many callers at once who ask about ordinary addresses, overviews and scores in turns. */
export async function measureLoad(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const all: { transfers: number; seen: Seen[] }[] = []
  for (const transfers of sizes.ledgers) {
    all.push({ transfers, seen: await drive(bench, await worlds.ledger(transfers)) })
  }
  const rateOf = (seen: readonly Seen[], operation: Seen['operation'], memory: Seen['memory']) =>
    seen.find((one) => one.operation === operation && one.memory === memory)?.rate.perSecond ?? Number.NaN
  return {
    tables: all.map(({ transfers, seen }) => ({
      title: `Questions a second with ${sizes.callers} callers, ordinary addresses, ${shown.count(transfers)} transfers`,
      head: ['operation', 'addresses', 'per second', 'p50 ms', 'p99 ms', 'CPU ms'],
      rows: seen.map(({ operation, memory, rate }) => [
        operation,
        memory,
        shown.count(rate.perSecond),
        shown.ms(rate.p50),
        shown.ms(rate.p99),
        shown.ms(rate.cpu),
      ]),
    })),
    targets: all.flatMap(({ transfers, seen }) =>
      memories.map((memory) =>
        target(
          `${sizes.callers} callers, ${memory}: scores/s of overviews/s, ${shown.count(transfers)}`,
          rateOf(seen, 'score', memory) / rateOf(seen, 'overview', memory),
          { atLeast: 0.25 },
          shown.percent,
        ),
      ),
    ),
    data: { callers: sizes.callers, all },
  }
}

async function drive({ sizes, progress }: Bench, { ledger, picks, transfers }: RiskWorld): Promise<Seen[]> {
  const { callers, warmupSeconds, seconds, rounds } = sizes
  const seen: Seen[] = []
  let used = 0
  for (const memory of memories) {
    const isFresh = memory === 'never asked'
    const rates = new Map<Seen['operation'], Rate[]>(operations.map((operation) => [operation, []]))
    for (let round = 0; round < rounds; round++) {
      for (const operation of operations) {
        progress(`${shown.count(transfers)} transfers, ${callers} callers: ${operation}, ${memory}`)
        const first = used
        if (isFresh) used += sizes.fresh[operation]
        const asked = isFresh ? picks.fresh.slice(first, used) : picks.ordinary
        const question = { do: 'load', operation, asked, isFresh, callers, warmupSeconds, seconds } as const
        const { rate } = await ledger.ask(question)
        if (rate === undefined) throw new Error('no rate was given')
        rates.get(operation)?.push(rate)
      }
    }
    for (const [operation, of] of rates) seen.push({ operation, memory, rate: medianRate(of) })
  }
  return seen
}
