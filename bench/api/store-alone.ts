import { silentLogger } from '@touchstone/common'
import { type KycDb, tablesOf } from '@touchstone/kyc'
import { openRuntime, type Runtime } from '@touchstone/runtime'
import { sql } from 'kysely'
import { runCallers } from '../support/callers.ts'
import type { Rate } from '../support/numbers.ts'
import { serveRole } from '../support/role.ts'
import { timeInTurns } from '../support/turns.ts'
import { accountFingerprint, selectResult, selectStatistics, selectUsersPage } from './kyc-inside.ts'
import type { World } from './seed-world.ts'
import { settingsOf } from './store-settings.ts'

/** Runs queries of the KYC package through the same driver as the server, but without a server. */
export type StoreQuestion = { world: World } & (
  | { measure: 'KYC result'; concurrency: number; warmupSeconds: number; seconds: number }
  /** p50 in milliseconds for each page of the user list, for the statistics and for `select 1`. */
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
  const { concurrency: callers, warmupSeconds, seconds } = question
  const call = async (turn: number) => {
    const input = inputs[turn % inputs.length]
    if (!input) throw new Error('the data set has no accounts')
    if (!(await selectResult(db, input))) throw new Error('an account in the data set is unknown')
  }
  return await runCallers({ callers, warmupSeconds, seconds, call })
}

async function queryTimes(db: KycDb, question: StoreQuestion & { measure: 'times' }) {
  const { world, pages, repeats } = question
  const queries = [
    () => sql`select 1`.execute(db),
    () => selectStatistics(db, world.merchantId),
    ...pages.map((page) => () => selectUsersPage(db, { ...world, offset: (page - 1) * 50, limit: 50 })),
  ]
  const times = await timeInTurns({
    contenders: queries,
    turns: repeats,
    warmupTurns: Math.ceil(repeats / 5),
  })
  const [selectOne = 0, statistics = 0, ...ofPages] = times.map(({ p50 }) => p50)
  return { pages: ofPages, statistics, selectOne }
}
