import { isDeepStrictEqual } from 'node:util'
import type { Asked } from '../ledger/asked.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Times } from '../support/turns.ts'
import type { Bench } from './bench.ts'
import { type Operation, operations, rolledUp } from './questions.ts'
import { target } from './targets.ts'

type Kind = 'cold' | 'ordinary' | 'hottest'
const kinds: readonly Kind[] = ['cold', 'ordinary', 'hottest']

/** Each operation, one at a time, beside a bare point look-up and beside the same question to PostgreSQL. */
export async function measureOperations(bench: Bench): Promise<PartReport> {
  const { sizes, worlds, progress } = bench
  const world = await worlds.ledger(sizes.transfers)
  const postgres = await worlds.postgres()
  const { picks } = world
  const questions: Record<Kind, { asked: readonly Asked[]; turns: number; warmupTurns: number }> = {
    // The ordinary ones come first: nothing but the address is cold then.
    ordinary: { asked: picks.ordinary, turns: sizes.repeats, warmupTurns: Math.ceil(sizes.repeats / 5) },
    cold: { asked: picks.cold, turns: sizes.repeats, warmupTurns: 0 },
    hottest: { asked: picks.hot.slice(0, 1), turns: sizes.hotRepeats, warmupTurns: 3 },
  }
  progress('asking both the same, to see whether they agree')
  const asked = [...picks.hot.slice(0, 3), ...picks.ordinary.slice(0, 20)]
  const { checked } = await world.ledger.ask({ do: 'check', asked })
  const other = await postgres.client.ask({ url: postgres.url, do: 'check', asked })
  if (!isDeepStrictEqual(checked, other.checked)) throw new Error('PostgreSQL answers something else')

  const ours = {} as Record<Kind, Record<Operation | 'bare', Times>>
  const theirs = {} as Record<Kind, Record<Operation, Times>>
  for (const kind of ['ordinary', 'cold', 'hottest'] as const) {
    progress(`asking about ${kind} addresses`)
    const { times } = await world.ledger.ask({ do: 'times', ...questions[kind] })
    progress(`asking PostgreSQL about ${kind} addresses`)
    const answer = await postgres.client.ask({ url: postgres.url, do: 'times', ...questions[kind] })
    if (times === undefined || answer.times === undefined) throw new Error('no times were given')
    ours[kind] = times
    theirs[kind] = answer.times
  }
  const { bare } = ours.ordinary
  const ordinary = (operation: Operation) => ours.ordinary[operation].p50
  return {
    tables: [
      {
        title: `Operations on ${shown.count(sizes.transfers)} transfers, one at a time, in ms (the hottest address has ${shown.count(picks.facts.hottestTransfers)} transfers and ${shown.count(picks.facts.hottestKnownEdges)} labelled counterparties, an ordinary one ${picks.facts.ordinaryKnownEdges.toFixed(1)})`,
        head: [
          'operation',
          ...kinds.flatMap((kind) => [`${kind} p50`, 'p99']),
          ...kinds.map((kind) => `PostgreSQL ${kind} p50`),
        ],
        rows: [
          [
            'bare point look-up',
            ...kinds.flatMap((kind) => [ours[kind].bare.p50, ours[kind].bare.p99].map(shown.ms)),
            '',
            '',
            '',
          ],
          ...operations.map((operation) => [
            operation,
            ...kinds.flatMap((kind) => [ours[kind][operation].p50, ours[kind][operation].p99].map(shown.ms)),
            ...kinds.map((kind) => shown.ms(theirs[kind][operation].p50)),
          ]),
        ],
      },
    ],
    targets: [
      ...operations.map((operation) =>
        target(`${operation}, ordinary p50 of a bare point look-up`, ordinary(operation) / bare.p50, {
          atMost: 3,
        }),
      ),
      ...rolledUp.map((operation) =>
        target(`${operation}, hottest of ordinary p50`, ours.hottest[operation].p50 / ordinary(operation), {
          atMost: 3,
        }),
      ),
      ...rolledUp.map((operation) =>
        target(
          `${operation}, hottest: times as quick as PostgreSQL`,
          theirs.hottest[operation].p50 / ours.hottest[operation].p50,
          { atLeast: 5 },
        ),
      ),
    ],
    data: { transfers: sizes.transfers, facts: picks.facts, ours, postgres: theirs },
  }
}
