import { join } from 'node:path'
import { systemClock, systemRandom } from '@touchstone/common'
import {
  getAddressActions,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getAddressProfile,
  getRiskScore,
  importLabels,
  importLines,
  importPrices,
  investigateTransactions,
  type KytContext,
  type KytDesk,
  kytMigrations,
  openKytDesk,
  openLabelSources,
  openLedger,
  openPlainTransfers,
  refuseRejects,
} from '@touchstone/kyt'
import { migrate, openEmbedded, openEmbeddedClickHouse } from '@touchstone/storage'
import { runCallers } from '../support/callers.ts'
import type { Rate } from '../support/numbers.ts'
import { serveRole } from '../support/role.ts'
import { type Times, timeInTurns } from '../support/turns.ts'
import { networkId } from './generate-sql.ts'
import { pickAddresses } from './pick-addresses.ts'
import {
  type Asked,
  type Checked,
  type LoadQuestion,
  type Operation,
  operations,
  type Picks,
  type TimesQuestion,
} from './questions.ts'
import { type LedgerSize, mergeAll, selectLedgerSize, settleMerges } from './size-store.ts'

/** A ledger of Touchstone in a process of its own, on the engine in the process. */
export type LedgerQuestion =
  | { do: 'open'; folder: string }
  | { do: 'import labels'; file: string }
  | { do: 'import transfers'; file: string }
  | { do: 'settle' }
  | { do: 'merge' }
  | { do: 'measure size' }
  | { do: 'pick'; ordinary: number; cold: number; fresh: number; hot: number }
  | { do: 'check'; asked: readonly Asked[] }
  | ({ do: 'times' } & TimesQuestion)
  | ({ do: 'load' } & LoadQuestion)
  | { do: 'weigh' }

export type LedgerAnswer = {
  rows?: number
  seconds?: number
  /** Of the process, in bytes: now, and the most while it did this. */
  rss: number
  peakRss: number
  size?: LedgerSize
  picks?: Picks
  checked?: Checked[]
  times?: Record<Operation | 'bare', Times>
  rate?: Rate
}

let opened: { context: KytContext; desk: KytDesk } | undefined

serveRole<LedgerQuestion, LedgerAnswer>(async (question, onProgress) => {
  let peakRss = 0
  const weigh = () => {
    const rss = process.memoryUsage.rss()
    peakRss = Math.max(peakRss, rss)
    return rss
  }
  const watch = setInterval(weigh, 100)
  try {
    const answer = await work(question, onProgress)
    return { ...answer, rss: weigh(), peakRss }
  } finally {
    clearInterval(watch)
  }
})

async function work(
  question: LedgerQuestion,
  onProgress: (done: number, total: number) => void,
): Promise<Partial<LedgerAnswer>> {
  if (question.do === 'open') return await open(question.folder)
  if (question.do === 'weigh') return {}
  if (opened === undefined) throw new Error('the ledger is not open')
  const { context, desk } = opened
  const { clickhouse } = context
  switch (question.do) {
    case 'import labels':
      return await importWorldLabels(context, question.file)
    case 'import transfers': {
      const startedAt = performance.now()
      const file = await openPlainTransfers(question.file)
      const report = await importLines(context, {
        kind: 'transfers',
        files: [file],
        rejects: refuseRejects,
        onProgress: ({ phase, done, total }) =>
          onProgress(done + (phase === 'reading' ? 0 : total), total * 2),
      })
      if (report.fresh !== report.rows) throw new Error('the ledger did not take every transfer')
      return { rows: report.rows, seconds: (performance.now() - startedAt) / 1000 }
    }
    case 'settle':
      await settleMerges(clickhouse)
      return {}
    case 'merge':
      await mergeAll(clickhouse)
      return {}
    case 'measure size':
      return { size: await selectLedgerSize(clickhouse) }
    case 'pick':
      return { picks: await pickAddresses(clickhouse, question) }
    case 'check':
      return { checked: await Promise.all(question.asked.map((one) => check(desk, one))) }
    case 'times':
      return { times: await timeOperations(context, desk, question) }
    case 'load': {
      const { operation, asked, ...rest } = question
      const call = (turn: number) => ask(desk, operation, nth(asked, turn))
      return { rate: await runCallers({ ...rest, call }) }
    }
  }
}

async function open(folder: string): Promise<Partial<LedgerAnswer>> {
  const startedAt = performance.now()
  const database = await openEmbedded({ folder: join(folder, 'postgres') })
  const clickhouse = await openEmbeddedClickHouse({ folder: join(folder, 'clickhouse') })
  await migrate({ database, migrations: kytMigrations })
  const context: KytContext = { database, clickhouse, clock: systemClock, random: systemRandom }
  await openLedger(context)
  opened = { context, desk: openKytDesk(context) }
  return { seconds: (performance.now() - startedAt) / 1000 }
}

async function importWorldLabels(context: KytContext, file: string): Promise<Partial<LedgerAnswer>> {
  const { labels } = await importLabels(context, {
    sources: await openLabelSources({ path: file }),
    rejects: refuseRejects,
  })
  const price = { coin: 'ETH', date: '2022-08-08', usdE12: 1700n * 10n ** 12n }
  await importPrices(context, {
    name: 'benchmark',
    entries: [{ file: 'benchmark', line: 1, price }],
    rejects: refuseRejects,
  })
  return { rows: labels }
}

function ask(desk: KytDesk, operation: Operation, asked: Asked): Promise<unknown> {
  const { coin, address } = asked
  switch (operation) {
    case 'labels':
      return getAddressLabels(desk, { coin, address })
    case 'overview':
      return getAddressOverview(desk, { coin, address })
    case 'counterparty':
      return getAddressCounterparty(desk, { coin, address })
    case 'actions':
      return getAddressActions(desk, { coin, address })
    case 'score':
      return getRiskScore(desk, { coin, address })
    case 'profile':
      return getAddressProfile(desk, { coin, address })
    case 'investigation':
      return investigateTransactions(desk, { coin, address })
  }
}

async function check(desk: KytDesk, asked: Asked): Promise<Checked> {
  const overview = await getAddressOverview(desk, asked)
  const counterparties = await getAddressCounterparty(desk, asked)
  return {
    txs: overview.txs_count,
    received: overview.received_txs_count,
    spent: overview.spent_txs_count,
    names: counterparties
      .map((one) => one.name)
      .sort()
      .join(),
  }
}

/** Each operation, and beside them a bare point look-up of an account's totals through the same client. */
async function timeOperations(
  { clickhouse }: KytContext,
  desk: KytDesk,
  { asked, turns, warmupTurns }: TimesQuestion,
): Promise<Record<Operation | 'bare', Times>> {
  const lookUp = ({ address, coinId }: Asked) =>
    clickhouse.query(
      `select toString(received), toString(spent), toString(fees), txs, first_seen, last_seen from account_total
       where network = {network:UInt8} and address = unhex({address:String}) and coin = {coin:UInt16}
       settings max_threads = 1`,
      { network: networkId, address: address.slice(2), coin: coinId },
    )
  const calls = [lookUp, ...operations.map((operation) => (one: Asked) => ask(desk, operation, one))]
  // Each call of a turn is about another address: what one of them warmed is of no use to the next.
  const contenders = calls.map(
    (call, index) => (turn: number) => call(nth(asked, turn * calls.length + index)),
  )
  const [bare, ...ofOperations] = await timeInTurns({ contenders, turns, warmupTurns })
  const named = [['bare', bare], ...operations.map((operation, index) => [operation, ofOperations[index]])]
  return Object.fromEntries(named)
}

function nth(asked: readonly Asked[], index: number): Asked {
  const one = asked[index % asked.length]
  if (one === undefined) throw new Error('nobody to ask about')
  return one
}
