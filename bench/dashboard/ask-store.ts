import { silentLogger } from '@touchstone/common'
import { searchPeople, showOverview, tablesOf } from '@touchstone/kyc'
import { openRuntime } from '@touchstone/runtime'
import { sql } from 'kysely'
import type { World } from '../api/seed-world.ts'
import { settingsOf } from '../api/store-settings.ts'
import { serveRole } from '../support/role.ts'
import { timeInTurns } from '../support/turns.ts'

export type DashboardQuestion = { world: World; repeats: number }
/** p50 in milliseconds of each query, by name. */
export type DashboardTimes = Record<(typeof names)[number], number>

const names = [
  'first page',
  'middle page',
  'rare status',
  'common status',
  'days',
  'date range and rare status',
  'nobody fits',
  'find a wallet',
  'find nobody',
  'overview 7',
  'overview 30',
  'overview 90',
  'count all',
] as const

const dayMs = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Runs the dashboard's queries through the package's functions, without a server. */
serveRole<DashboardQuestion, DashboardTimes>(async ({ world, repeats }) => {
  const runtime = await openRuntime({
    settings: settingsOf(world.env),
    logger: silentLogger,
    withoutLedger: true,
  })
  try {
    const { mchNo } = world
    const search = (more: object) => searchPeople(runtime.kyc, { mchNo, ...more })
    const overview = (days: number) => showOverview(runtime.kyc, { mchNo, days })
    const half = dayBefore(Math.floor(world.days / 2))
    const { next } = await search({ to: half })
    const inHalf = { from: dayBefore(Math.floor(world.days / 2) + 7), to: half }
    const asked: Record<(typeof names)[number], () => Promise<unknown>> = {
      'first page': () => search({}),
      'middle page': () => search({ after: next ?? '' }),
      'rare status': () => search({ status: 'Verification Failed' }),
      'common status': () => search({ status: 'KYC Passed' }),
      days: () => search(inHalf),
      'date range and rare status': () => search({ ...inHalf, status: 'OCR Passed' }),
      'nobody fits': () => search({ status: 'PoAI Passed', programNo: world.programNo }),
      'find a wallet': () => search({ find: world.accounts[0] }),
      'find nobody': () => search({ find: 'nobody@example.com' }),
      'overview 7': () => overview(7),
      'overview 30': () => overview(30),
      'overview 90': () => overview(90),
      'count all': () =>
        sql`select count(*) from journey where program_id > 0`.execute(tablesOf(runtime.kyc)),
    }
    const contenders = names.map((name) => asked[name])
    const times = await timeInTurns({ contenders, turns: repeats, warmupTurns: Math.ceil(repeats / 5) })
    return Object.fromEntries(names.map((name, place) => [name, times[place]?.p50])) as DashboardTimes
  } finally {
    await runtime.close()
  }
})
