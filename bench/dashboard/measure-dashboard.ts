import type { World } from '../api/seed-world.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import type { DashboardQuestion, DashboardTimes } from './ask-store.ts'
import type { Bench } from './sizes.ts'

const filtered = [
  'rare status',
  'common status',
  'days',
  'date range and rare status',
  'nobody fits',
] as const

/**
 * Measures the people lists and the overview on PostgreSQL for two merchants: one with few people and one
 * with very many.
 */
export async function measureDashboard(bench: Bench): Promise<PartReport> {
  const [small, large] = [await bench.worlds.small('PostgreSQL'), await bench.worlds.large('PostgreSQL')]
  const ofSmall = await ask(bench, small)
  const ofLarge = await ask(bench, large)
  const names = Object.keys(ofLarge) as (keyof DashboardTimes)[]
  const first = ofLarge['first page']
  const slowest = Math.max(...filtered.map((name) => ofLarge[name]))
  const found = Math.max(ofLarge['find a wallet'], ofLarge['find nobody'])
  return {
    tables: [
      {
        title: 'Lists of people and overview, PostgreSQL: p50 in ms, one query at a time',
        head: [
          'question',
          `${shown.count(small.users)} people`,
          `${shown.count(large.users)} people`,
          'relative to first page',
        ],
        rows: names.map((name) => [
          ...[name, shown.ms(ofSmall[name]), shown.ms(ofLarge[name])],
          shown.times(ofLarge[name] / first),
        ]),
      },
    ],
    targets: [
      target('middle page, relative to the first page', ofLarge['middle page'] / first, {
        atMost: 2,
      }),
      target('the slowest filtered page, relative to the first page', slowest / first, { atMost: 3 }),
      target('finding one person, relative to the first page', found / first, { atMost: 2 }),
      target('the first page with many people, relative to few people', first / ofSmall['first page'], {
        atMost: 2,
      }),
      target(
        'overview of 90 days, relative to counting all journeys',
        ofLarge['overview 90'] / ofLarge['count all'],
        {
          atMost: 5,
        },
      ),
      target('overview of 90 days, relative to 7 days', ofLarge['overview 90'] / ofLarge['overview 7'], {
        atMost: 15,
      }),
    ],
    data: { small: { users: small.users, ...ofSmall }, large: { users: large.users, ...ofLarge } },
  }
}

async function ask(bench: Bench, world: World): Promise<DashboardTimes> {
  bench.progress(`querying ${shown.count(world.users)} people`)
  const role = startRole<DashboardQuestion, DashboardTimes>(
    bench.cleanup,
    new URL('./ask-store.js', import.meta.url),
  )
  const times = await role.ask({ world, repeats: bench.sizes.repeats })
  await role.stop()
  return times
}
