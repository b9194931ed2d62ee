import { join } from 'node:path'
import { systemClock, systemRandom } from '@touchstone/common'
import {
  importLabels,
  importLines,
  importPrices,
  type KytContext,
  kytMigrations,
  openLabelSources,
  openLedger,
  openPlainTransfers,
  refuseRejects,
} from '@touchstone/kyt'
import { readSdnAddresses } from '@touchstone/runtime'
import { type ClickHouse, migrate, openEmbedded, openEmbeddedClickHouse } from '@touchstone/storage'
import { serveRole } from '../support/role.ts'
import { type LedgerSize, mergeAll, selectLedgerSize, settleMerges } from './size-store.ts'

/** What every ledger of a benchmark is asked: to be filled. */
export type FillQuestion =
  | { do: 'open'; folder: string }
  | { do: 'import labels'; file: string }
  | { do: 'import transfers'; file: string }
  | { do: 'settle' }
  | { do: 'merge' }
  | { do: 'measure size' }
  | { do: 'weigh' }

export type FillAnswer = {
  rows?: number
  seconds?: number
  /** Of the process, in bytes: now, and the most while it did this. */
  rss: number
  peakRss: number
  size?: LedgerSize
}

export type OnProgress = (done: number, total: number) => void

/** A ledger of Touchstone in a process of its own, on the engine in the process; `work` answers what only it is asked. */
export function serveLedger<Question extends { do: string }, Answer extends object>(options: {
  work: (context: KytContext, question: Question) => Promise<Answer>
  /** Puts itself between the ledger and its engine. */
  watch?: (clickhouse: ClickHouse) => ClickHouse
}): void {
  const { work, watch = (clickhouse) => clickhouse } = options
  let context: KytContext | undefined
  const answer = async (question: FillQuestion | Question, onProgress: OnProgress) => {
    if (isOpening(question)) {
      const startedAt = performance.now()
      context = await open(question.folder, watch)
      return { seconds: (performance.now() - startedAt) / 1000 }
    }
    if (isWeighing(question)) return {}
    if (context === undefined) throw new Error('the ledger is not open')
    return isFilling(question) ? await fill(context, question, onProgress) : await work(context, question)
  }
  serveRole<FillQuestion | Question, Partial<Answer> & FillAnswer>(async (question, onProgress) => {
    let peakRss = 0
    const weigh = () => {
      const rss = process.memoryUsage.rss()
      peakRss = Math.max(peakRss, rss)
      return rss
    }
    const watching = setInterval(weigh, 100)
    try {
      const answered = (await answer(question, onProgress)) as Partial<Answer>
      return { ...answered, rss: weigh(), peakRss }
    } finally {
      clearInterval(watching)
    }
  })
}

const filling = new Set(['import labels', 'import transfers', 'settle', 'merge', 'measure size'])

type Filling = Exclude<FillQuestion, { do: 'open' | 'weigh' }>

function isFilling(question: { do: string }): question is Filling {
  return filling.has(question.do)
}

function isOpening(question: { do: string }): question is Extract<FillQuestion, { do: 'open' }> {
  return question.do === 'open'
}

function isWeighing(question: { do: string }): question is { do: 'weigh' } {
  return question.do === 'weigh'
}

async function open(folder: string, watch: (clickhouse: ClickHouse) => ClickHouse): Promise<KytContext> {
  const database = await openEmbedded({ folder: join(folder, 'postgres') })
  const clickhouse = watch(await openEmbeddedClickHouse({ folder: join(folder, 'clickhouse') }))
  await migrate({ database, migrations: kytMigrations })
  const context: KytContext = { database, clickhouse, clock: systemClock, random: systemRandom }
  await openLedger(context)
  return context
}

async function fill(
  context: KytContext,
  question: Filling,
  onProgress: OnProgress,
): Promise<Partial<FillAnswer>> {
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
      await settleMerges(context.clickhouse)
      return {}
    case 'merge':
      await mergeAll(context.clickhouse)
      return {}
    case 'measure size':
      return { size: await selectLedgerSize(context.clickhouse) }
  }
}

async function importWorldLabels(context: KytContext, file: string): Promise<Partial<FillAnswer>> {
  const { labels } = await importLabels(context, {
    sources: await openLabelSources({ path: file, readSdn: readSdnAddresses }),
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
