import { isDeepStrictEqual } from 'node:util'
import { type Engine, engines } from '../ledger/places.ts'
import { scoreBudgetMs } from '../ledger/run-ledger-bench.ts'
import { type PartReport, shown, type Table, target } from '../support/report.ts'
import type { Times } from '../support/turns.ts'
import { flat, type Operation, operations } from './questions.ts'
import type { Bench, LedgerWorld, RowsWorld } from './worlds.ts'

/** `ordinary` and `hottest` are uncached; `remembered` is answered from the cache. */
const kinds = ['ordinary', 'hottest', 'remembered'] as const
type Kind = (typeof kinds)[number]

type Ours = Record<Kind, Record<Operation | 'bare', Times>>
type Theirs = Record<Kind, Record<Operation, Times>>

/** Measures each operation with sequential calls, and the equivalent query on plain rows. */
export async function measureOperations(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const worldOf = {
    server: await worlds.ledger('server', sizes.transfers),
    embedded: await worlds.ledger('embedded', sizes.transfers),
  }
  const rows = await worlds.plainRows()
  for (const engine of engines) await checkBoth(bench, worldOf[engine], rows)
  const ours: Record<Engine, Ours> = {
    server: await askOurs(bench, worldOf.server),
    embedded: await askOurs(bench, worldOf.embedded),
  }
  const theirs = await askRows(bench, worldOf.server, rows)
  const { facts } = worldOf.server.picks
  return {
    tables: [
      ...engines.map((engine) => tableOf(engine, ours[engine], theirs, sizes.transfers)),
      {
        title: 'Queried addresses',
        head: ['address', 'transfers', 'labelled counterparties'],
        rows: [
          ['the hottest', shown.count(facts.hottestTransfers), shown.count(facts.hottestKnownEdges)],
          ['an ordinary one', '5 to 30', facts.ordinaryKnownEdges.toFixed(1)],
        ],
      },
    ],
    targets: engines.flatMap((engine) => [
      target(
        `score, uncached, ordinary p50, ${engine}`,
        ours[engine].ordinary.score.p50,
        { atMost: scoreBudgetMs[engine] },
        (ms) => `${shown.ms(ms)} ms`,
      ),
      ...flat.map((operation) =>
        target(
          `${operation}, uncached: p50 of hottest relative to ordinary, ${engine}`,
          ours[engine].hottest[operation].p50 / ours[engine].ordinary[operation].p50,
          { atMost: 3 },
        ),
      ),
    ]),
    data: { transfers: sizes.transfers, facts, ours, plainRows: theirs },
  }
}

/**
 * Verifies that the ledger and the plain rows return the same results. Otherwise, their times could not be
 * compared.
 */
async function checkBoth({ progress }: Bench, world: LedgerWorld, rows: RowsWorld): Promise<void> {
  progress(`comparing the answers of ${world.engine} and plain rows`)
  const asked = [...world.picks.hot.slice(0, 3), ...world.picks.ordinary.slice(0, 20)]
  const { checked } = await world.ledger.ask({ do: 'check', asked })
  const other = await rows.client.ask({ url: rows.url, do: 'check', asked })
  if (!isDeepStrictEqual(checked, other.checked))
    throw new Error('the plain rows returned a different result')
}

function questionsOf({ sizes }: Bench, { picks }: LedgerWorld) {
  const { repeats, hotRepeats, remembered } = sizes
  return {
    ordinary: { asked: picks.ordinary, turns: repeats, warmupTurns: Math.ceil(repeats / 5) },
    hottest: { asked: picks.hot.slice(0, 1), turns: hotRepeats, warmupTurns: 3 },
    remembered: { asked: picks.ordinary.slice(0, remembered), turns: repeats, warmupTurns: 3 },
  }
}

async function askOurs(bench: Bench, world: LedgerWorld): Promise<Ours> {
  const questions = questionsOf(bench, world)
  const seen = {} as Ours
  for (const kind of kinds) {
    bench.progress(`${world.engine}: querying ${kind} addresses`)
    const memory = kind === 'remembered' ? 'shared' : 'none'
    const { times } = await world.ledger.ask({ do: 'times', memory, ...questions[kind] })
    if (times === undefined) throw new Error('no times were returned')
    seen[kind] = times
  }
  return seen
}

async function askRows(bench: Bench, world: LedgerWorld, rows: RowsWorld): Promise<Theirs> {
  const questions = questionsOf(bench, world)
  const seen = {} as Theirs
  for (const kind of kinds) {
    bench.progress(`plain rows: querying ${kind} addresses`)
    const { times } = await rows.client.ask({ url: rows.url, do: 'times', ...questions[kind] })
    if (times === undefined) throw new Error('no times were returned')
    seen[kind] = times
  }
  return seen
}

function tableOf(engine: Engine, ours: Ours, theirs: Theirs, transfers: number): Table {
  const both = ({ p50, p99 }: Times) => [shown.ms(p50), shown.ms(p99)]
  return {
    title: `Touchstone ledger, ${engine}, ${shown.count(transfers)} transfers, one at a time, in ms`,
    head: [
      'operation',
      'uncached, ordinary p50',
      'p99',
      'uncached, hottest p50',
      'p99',
      'remembered p50',
      'p99',
      'plain rows, ordinary p50',
      'plain rows, hottest p50',
    ],
    rows: [
      ['bare look-up', ...kinds.flatMap((kind) => both(ours[kind].bare)), '', ''],
      ...operations.map((operation) => [
        operation,
        ...kinds.flatMap((kind) => both(ours[kind][operation])),
        shown.ms(theirs.ordinary[operation].p50),
        shown.ms(theirs.hottest[operation].p50),
      ]),
    ],
  }
}
