import { silentLogger } from '@touchstone/common'
import { type KycDb, tablesOf } from '@touchstone/kyc'
import { openRuntime, type Runtime } from '@touchstone/runtime'
import { sql } from 'kysely'
import { percentile, type Rate } from '../support/numbers.ts'
import { serveRole } from '../support/role.ts'
import { accountFingerprint, selectResult, selectStatistics, selectUsersPage } from './kyc-inside.ts'
import type { World } from './seed-world.ts'
import { settingsOf } from './store-settings.ts'

/** Queries of the engine through the same driver, with no server around them. */
export type StoreQuestion = { world: World } & (
  | { measure: 'KYC result'; concurrency: number; warmupSeconds: number; seconds: number }
  /** p50 in milliseconds: of each page, of the statistics and of `select 1`. */
  | { measure: 'times'; pages: readonly number[]; repeats: number }
)
export type StoreAnswer = { rate?: Rate; times?: { pages: number[]; statistics: number; selectOne: number } }

let opened: Promise<Runtime> | undefined

serveRole<StoreQuestion, StoreAnswer>(async (question) => {
  opened ??= openRuntime({ settings: settingsOf(question.world.env), logger: silentLogger })
  const runtime = await opened
  const db = tablesOf(runtime.kyc)
  if (question.measure === 'KYC result') return { rate: await resultRate(runtime, db, question) }
  return { times: await queryTimes(db, question) }
})

async function resultRate(
  { vault }: Runtime,
  db: KycDb,
  question: StoreQuestion & { measure: 'KYC result' },
): Promise<Rate> {
  const { merchantId, programId, accounts } = question.world
  const inputs = accounts.map((account) => ({
    merchantId,
    programId,
    fingerprint: accountFingerprint(vault, account),
    chainId: '137',
  }))
  const samples: number[] = []
  const measureFrom = performance.now() + question.warmupSeconds * 1000
  const measureUntil = measureFrom + question.seconds * 1000
  const cpuBefore = process.cpuUsage()
  let asked = 0

  const loop = async () => {
    for (;;) {
      const input = inputs[asked++ % inputs.length]
      if (!input) throw new Error('the world has no accounts')
      const startedAt = performance.now()
      if (startedAt >= measureUntil) return
      if (!(await selectResult(db, input))) throw new Error('an account of the world is not known')
      const now = performance.now()
      if (now >= measureFrom && now < measureUntil) samples.push(now - startedAt)
    }
  }
  await Promise.all(Array.from({ length: question.concurrency }, loop))
  const cpu = process.cpuUsage(cpuBefore)
  return {
    cpu: (cpu.user + cpu.system) / 1000 / asked,
    perSecond: samples.length / question.seconds,
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
  }
}

async function queryTimes(db: KycDb, question: StoreQuestion & { measure: 'times' }) {
  const { world, pages, repeats } = question
  const queries = [
    () => sql`select 1`.execute(db),
    () => selectStatistics(db, world.merchantId),
    ...pages.map((page) => () => selectUsersPage(db, { ...world, offset: (page - 1) * 50, limit: 50 })),
  ]
  const samples = queries.map((): number[] => [])
  // In turns, so that whatever disturbs the machine disturbs all of them; the first turns only warm up.
  for (let turn = -Math.ceil(repeats / 5); turn < repeats; turn++) {
    for (const [index, query] of queries.entries()) {
      const startedAt = performance.now()
      await query()
      if (turn >= 0) samples[index]?.push(performance.now() - startedAt)
    }
  }
  const [selectOne = 0, statistics = 0, ...ofPages] = samples.map((each) => percentile(each, 0.5))
  return { pages: ofPages, statistics, selectOne }
}
