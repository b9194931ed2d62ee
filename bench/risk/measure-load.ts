import { type LedgerRate, measureRate } from '../ledger/ledger-fixture.ts'
import { type Engine, engines } from '../ledger/places.ts'
import { scoresOfCore } from '../ledger/run-ledger-bench.ts'
import { median, medianRate } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench, RiskWorld } from './worlds.ts'

const operations = ['overview', 'score', 'register'] as const
/** Number of transfers that a node with two cores must be able to register per second. */
const registrations = 100
const memories = ['uncached', 'cached'] as const

type Seen = { operation: (typeof operations)[number]; memory: (typeof memories)[number]; rate: LedgerRate }

/** Measures many concurrent callers that alternate overviews and scores of ordinary addresses. */
export async function measureLoad(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const all: { engine: Engine; transfers: number; seen: Seen[] }[] = []
  for (const engine of engines) {
    for (const transfers of sizes.ledgers[engine]) {
      all.push({ engine, transfers, seen: await drive(bench, await worlds.ledger(engine, transfers)) })
    }
  }
  const rateOf = (seen: readonly Seen[], operation: Seen['operation'], memory: Seen['memory']) => {
    const found = seen.find((one) => one.operation === operation && one.memory === memory)
    if (found === undefined) throw new Error('an operation was not requested')
    return found.rate
  }
  return {
    tables: all.map(({ engine, transfers, seen }) => ({
      title: `Answers per second with ${sizes.callers} callers, ordinary addresses, ${shown.count(transfers)} transfers, ${engine}`,
      head: ['operation', 'addresses', 'per second', 'p50 ms', 'p99 ms', 'CPU ms'],
      rows: seen.map(({ operation, memory, rate }) => [
        operation,
        memory,
        shown.count(rate.perSecond),
        shown.ms(rate.p50),
        shown.ms(rate.p99),
        Number.isNaN(rate.allCpu) ? '' : shown.ms(rate.allCpu),
      ]),
    })),
    targets: all.flatMap(({ engine, transfers, seen }) => [
      target(
        `${sizes.callers} callers, uncached: scores per CPU second, ${shown.count(transfers)}, ${engine}`,
        1000 / rateOf(seen, 'score', 'uncached').allCpu,
        { atLeast: scoresOfCore },
        shown.count,
      ),
      target(
        `${sizes.callers} callers, uncached: CPU time of registering a transfer relative to a score, ${shown.count(transfers)}, ${engine}`,
        rateOf(seen, 'register', 'uncached').allCpu / rateOf(seen, 'score', 'uncached').allCpu,
        { atMost: 1.5 },
      ),
      ...(engine === 'server'
        ? [
            target(
              `${sizes.callers} callers, uncached: registered transfers/s, ${shown.count(transfers)}`,
              rateOf(seen, 'register', 'uncached').perSecond,
              { atLeast: registrations },
              shown.count,
            ),
          ]
        : []),
      target(
        `${sizes.callers} callers, cached: scores/s relative to overviews/s, ${shown.count(transfers)}, ${engine}`,
        rateOf(seen, 'score', 'cached').perSecond / rateOf(seen, 'overview', 'cached').perSecond,
        { atLeast: 0.25 },
        shown.percent,
      ),
    ]),
    data: { callers: sizes.callers, all },
  }
}

async function drive({ sizes, fixture, progress }: Bench, world: RiskWorld): Promise<Seen[]> {
  const { callers, warmupSeconds, seconds, rounds, remembered } = sizes
  const { engine, ledger, picks, transfers } = world
  const seen: Seen[] = []
  for (const memory of memories) {
    const asked = memory === 'uncached' ? picks.ordinary : picks.ordinary.slice(0, remembered)
    const common = { asked, memory: memory === 'uncached' ? 'none' : 'shared' } as const
    const rates = new Map<Seen['operation'], LedgerRate[]>(operations.map((operation) => [operation, []]))
    for (let round = 0; round < rounds; round++) {
      for (const operation of operations) {
        progress(
          `${shown.count(transfers)} transfers, ${engine}, ${callers} callers: ${operation}, ${memory}`,
        )
        const question = { do: 'load', operation, callers, warmupSeconds, seconds, ...common } as const
        const { rate } = await measureRate(fixture, engine, () => ledger.ask(question))
        rates.get(operation)?.push(rate)
      }
    }
    for (const [operation, of] of rates) {
      const allCpu = median(of.map((one) => one.allCpu))
      seen.push({ operation, memory, rate: { ...medianRate(of), allCpu } })
    }
  }
  return seen
}
