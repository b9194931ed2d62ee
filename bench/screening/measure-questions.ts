import { buildIndex, entryKinds, type Person, type ScreeningIndex, screen } from '@touchstone/screening'
import { percentile } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'

type Measured = { perCoreSecond: number; perSecond: number; p50: number; p99: number; coreP99: number }

const timedByCore = 5000

/**
 * Measures sequential queries on one thread. The rate is based on CPU time, because the machine is shared.
 */
export async function measureQuestions({ lists, people, sizes, progress }: Bench): Promise<PartReport> {
  progress('building the index')
  const index = buildIndex(lists)
  const asked = people.slice(0, sizes.questions)
  const others = people.slice(sizes.questions, sizes.questions + timedByCore)
  const nameOnly = (some: readonly Person[]) => some.map(({ names: each }): Person => ({ names: each }))
  // Warms up the compiler, because the first queries after a start are slower.
  ask(index, people.slice(-500), [])
  progress('names only')
  const names = ask(index, nameOnly(asked), nameOnly(others))
  progress('with date and nationality')
  const whole = ask(index, asked, others)
  progress('names only, including companies and ships')
  const everything = buildIndex(lists, { kinds: entryKinds })
  const few = nameOnly(asked.slice(0, Math.ceil(asked.length / 4)))
  const wide = ask(everything, few, nameOnly(others))
  const row = (what: string, on: ScreeningIndex, measured: Measured) => [
    what,
    shown.count(on.nameEntry.length),
    shown.count(measured.perCoreSecond),
    shown.count(measured.perSecond),
    shown.ms(measured.p50),
    shown.ms(measured.p99),
    shown.ms(measured.coreP99),
  ]
  return {
    tables: [
      {
        title: 'Queries on one thread, each name queried for the first time',
        head: ['question', 'listed names', 'per CPU second', 'per second', 'p50 ms', 'p99 ms', 'p99 CPU ms'],
        rows: [
          row('names only', index, names),
          row('repeated, with date and nationality', index, whole),
          row('names only, all kinds of parties', everything, wide),
        ],
      },
    ],
    targets: [
      {
        what: 'queries per CPU second, names only',
        wanted: 'at least 2,000',
        seen: shown.count(names.perCoreSecond),
        met: names.perCoreSecond >= 2000,
      },
      {
        what: 'p99 of a query, CPU time',
        wanted: 'at most 5 ms',
        seen: `${shown.ms(names.coreP99)} ms`,
        met: names.coreP99 <= 5,
      },
    ],
    data: { names, whole, wide },
  }
}

function ask(index: ScreeningIndex, people: readonly Person[], others: readonly Person[]): Measured {
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  for (const person of people) {
    const before = performance.now()
    screen(index, person)
    times.push(performance.now() - before)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    perCoreSecond: people.length / ((user + system) / 1e6),
    perSecond: people.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    coreP99: percentile(coreTimes(index, others), 0.99),
  }
}

/** CPU time excludes the time spent waiting for a core. Reading it adds some overhead. */
function coreTimes(index: ScreeningIndex, people: readonly Person[]): number[] {
  return people.map((person) => {
    const before = process.cpuUsage()
    screen(index, person)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
}
