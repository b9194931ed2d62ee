import { engines } from '../ledger/places.ts'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, type Table, target } from '../support/report.ts'
import { type Operation, operations } from './questions.ts'
import type { Bench, LedgerWorld } from './worlds.ts'

const asked = ['bare', ...operations] as const
type P50s = Record<Operation | 'bare', number>
type Seen = { world: LedgerWorld; small: LedgerWorld; p50: P50s; beside: P50s }

const mostGrowth = 1.3

/**
 * Runs the same queries alternately on ledgers of different sizes, for addresses with similar numbers of
 * transfers.
 */
export async function measureGrowth(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const seen: Seen[] = []
  for (const engine of engines) {
    for (const transfers of sizes.grown[engine]) {
      const small = await worlds.ledger(engine, sizes.transfers)
      const world = await worlds.ledger(engine, transfers)
      const [p50, beside] = await takeTurns(bench, [world, small])
      if (p50 && beside) seen.push({ world, small, p50, beside })
      await world.discard()
    }
  }
  return {
    tables: seen.flatMap((one) => [timesTable(one), importTable(one)]),
    targets: seen.flatMap((one) => {
      const at = `at ${many(one.world)} of ${many(one.small)} transfers, ${one.world.engine}`
      return [
        ...operations.map((operation) =>
          target(`${operation}, uncached, ordinary p50 ${at}`, growthOf(one, operation), {
            atMost: mostGrowth,
          }),
        ),
        target(
          `import into a filled ledger, transfers/s ${at}`,
          one.small.furtherSeconds / one.world.furtherSeconds,
          { atLeast: 1 / mostGrowth },
        ),
      ]
    }),
    data: {
      seen: seen.map(({ world, small, p50, beside }) => ({
        engine: world.engine,
        transfers: world.transfers,
        beside: small.transfers,
        seconds: world.seconds,
        furtherSeconds: world.furtherSeconds,
        furtherSecondsBeside: small.furtherSeconds,
        size: world.size,
        p50,
        p50Beside: beside,
      })),
    },
  }
}

const many = (world: LedgerWorld) => shown.count(world.transfers)
const growthOf = ({ p50, beside }: Seen, what: Operation | 'bare') => p50[what] / beside[what]

function timesTable(one: Seen): Table {
  return {
    title: `Growth, ${one.world.engine}: uncached, ordinary p50 in ms`,
    head: ['operation', many(one.small), many(one.world), 'ratio'],
    rows: asked.map((what) => [
      what === 'bare' ? 'bare look-up' : what,
      shown.ms(one.beside[what]),
      shown.ms(one.p50[what]),
      growthOf(one, what).toFixed(2),
    ]),
  }
}

function importTable({ world, small }: Seen): Table {
  const line = (what: string, of: (world: LedgerWorld) => number) => [
    what,
    shown.count(of(small)),
    shown.count(of(world)),
    (of(world) / of(small)).toFixed(2),
  ]
  return {
    title: `Growth, ${world.engine}: imports`,
    head: ['what', many(small), many(world), 'ratio'],
    rows: [
      line('transfers/s into the empty ledger', (one) => one.transfers / one.seconds),
      line('additional transfers/s', (one) => (one.rows - one.transfers) / one.furtherSeconds),
      line('bytes per transfer', (one) => one.size.bytes / one.rows),
    ],
  }
}

async function takeTurns({ sizes, progress }: Bench, contenders: readonly LedgerWorld[]): Promise<P50s[]> {
  const rounds = contenders.map((): P50s[] => [])
  const turns = Math.ceil(sizes.repeats / sizes.rounds)
  for (let round = 0; round <= sizes.rounds; round++) {
    for (const [index, world] of contenders.entries()) {
      progress(`${world.engine}: querying the larger and the smaller ledger in turn`, round, sizes.rounds + 1)
      const question = { do: 'times', memory: 'none', asked: world.picks.ordinary, turns } as const
      const { times } = await world.ledger.ask({ ...question, warmupTurns: 5 })
      if (times === undefined) throw new Error('no timings were returned')
      const p50 = Object.fromEntries(asked.map((what) => [what, times[what].p50])) as P50s
      // The first round is a warm-up and is not counted.
      if (round > 0) rounds[index]?.push(p50)
    }
  }
  return rounds.map((ofOne) => {
    const entries = asked.map((what) => [what, median(ofOne.map((p50) => p50[what]))])
    return Object.fromEntries(entries) as P50s
  })
}
