import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { type Operation, operations } from './questions.ts'
import { target } from './targets.ts'
import type { LedgerWorld } from './worlds.ts'

const asked = ['bare', ...operations] as const
type P50s = Record<Operation | 'bare', number>

/** The same questions about addresses of the same size, in ledgers of different sizes, which take turns. */
export async function measureGrowth(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const small = await worlds.ledger(sizes.transfers)
  const seen: { world: LedgerWorld; p50: P50s; beside: P50s }[] = []
  for (const transfers of sizes.grown) {
    const world = await worlds.ledger(transfers)
    const [p50, beside] = await takeTurns(bench, [world, small])
    if (p50 && beside) seen.push({ world, p50, beside })
    await world.discard()
  }
  const many = (world: LedgerWorld) => shown.count(world.transfers)
  const ratio = ({ p50, beside }: (typeof seen)[number], what: Operation | 'bare') => p50[what] / beside[what]
  const partsOf = (world: LedgerWorld) =>
    world.size.tables.find(({ name }) => name === 'account_total')?.parts ?? 0
  return {
    tables: seen.map((one) => ({
      title: `Growth: ordinary p50 in ms (totals in ${partsOf(small)} and ${partsOf(one.world)} parts after the import; ${shown.count(one.world.transfers / one.world.seconds)} rows/s imported into the larger ledger, ${shown.count(small.transfers / small.seconds)} into the smaller)`,
      head: ['operation', many(small), many(one.world), 'ratio'],
      rows: asked.map((what) => [
        what === 'bare' ? 'bare point look-up' : what,
        shown.ms(one.beside[what]),
        shown.ms(one.p50[what]),
        ratio(one, what).toFixed(2),
      ]),
    })),
    targets: seen.flatMap((one) =>
      operations.map((operation) =>
        target(
          `${operation}, ordinary p50 at ${many(one.world)} of ${many(small)} transfers`,
          ratio(one, operation),
          { atMost: 1.3 },
        ),
      ),
    ),
    data: {
      seen: seen.map(({ world, p50, beside }) => ({
        transfers: world.transfers,
        beside: small.transfers,
        seconds: world.seconds,
        size: world.size,
        p50,
        p50Beside: beside,
      })),
    },
  }
}

async function takeTurns({ sizes, progress }: Bench, contenders: readonly LedgerWorld[]): Promise<P50s[]> {
  const rounds = contenders.map((): P50s[] => [])
  const turns = Math.ceil(sizes.repeats / sizes.rounds)
  for (let round = 0; round <= sizes.rounds; round++) {
    for (const [index, world] of contenders.entries()) {
      progress('asking the larger and the smaller ledger in turns', round, sizes.rounds + 1)
      const question = { do: 'times', asked: world.picks.ordinary, turns, warmupTurns: 5 } as const
      const { times } = await world.ledger.ask(question)
      if (times === undefined) throw new Error('no times were given')
      const p50 = Object.fromEntries(asked.map((what) => [what, times[what].p50])) as P50s
      // The first round only warms up.
      if (round > 0) rounds[index]?.push(p50)
    }
  }
  return rounds.map((ofOne) => {
    const entries = asked.map((what) => [what, median(ofOne.map((p50) => p50[what]))])
    return Object.fromEntries(entries) as P50s
  })
}
