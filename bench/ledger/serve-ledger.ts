import { systemClock, systemRandom } from '@touchstone/common'
import {
  importLabels,
  importPrices,
  importTransfers,
  type KytContext,
  kytMigrations,
  openLabelSources,
  openLedger,
  openPackedLedger,
  openPlainTransfers,
  refuseRejects,
  type SdnReader,
} from '@touchstone/kyt'
import { type Database, type Migrations, migrate, openEmbedded, openServer } from '@touchstone/storage'
import { serveRole } from '../support/role.ts'
import type { LedgerPlace } from './places.ts'
import { type LedgerSize, selectLedgerSize, tidy } from './size-store.ts'

/** The requests that every benchmark ledger supports: open, fill, maintain and close it, and measure its size. */
export type FillQuestion =
  | { do: 'open store'; at: LedgerPlace }
  | { do: 'open ledger' }
  | { do: 'import labels'; file: string }
  | { do: 'import transfers'; file: string }
  | { do: 'tidy' }
  | { do: 'close' }
  | { do: 'weigh' }

export type FillAnswer = {
  /** Number of imported rows that were new. */
  rows?: number
  seconds?: number
  /** Memory of the process in bytes: now, and at its peak during the request. */
  rss: number
  peakRss: number
  size?: LedgerSize
}

export type OnProgress = (done: number, total: number) => void

/** Wraps the ledger to observe its queries. */
export type Watch = {
  database(database: Database): Database
  context(context: KytContext): KytContext
}

const unwatched: Watch = { database: (database) => database, context: (context) => context }

/**
 * Runs a Touchstone ledger and its client in a separate process. `work` answers the requests of a specific
 * benchmark.
 */
export function serveLedger<Question extends { do: string }, Answer extends object>(options: {
  work: (context: KytContext, question: Question) => Promise<Answer>
  watch?: Watch
  /** Tables in addition to those of the ledger. */
  migrations?: Migrations
}): void {
  const { work, watch = unwatched, migrations = {} } = options
  let database: Database | undefined
  let context: KytContext | undefined
  const answer = async (
    question: FillQuestion | Question,
    onProgress: OnProgress,
  ): Promise<Partial<FillAnswer> | Answer> => {
    if (!isFilling(question)) {
      if (context === undefined) throw new Error('the ledger is not open')
      return await work(context, question)
    }
    switch (question.do) {
      case 'weigh':
        return {}
      case 'open store':
        database = watch.database(await openStore(question.at, migrations))
        return {}
      case 'open ledger':
        if (database === undefined) throw new Error('the store is not open')
        context = watch.context(await openOver(database))
        return {}
      case 'close':
        await database?.close()
        return {}
      default:
        if (context === undefined) throw new Error('the ledger is not open')
        return await fill(context, question, onProgress)
    }
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

const filling: ReadonlySet<string> = new Set<FillQuestion['do']>([
  'open store',
  'open ledger',
  'import labels',
  'import transfers',
  'tidy',
  'close',
  'weigh',
])

function isFilling(question: { do: string }): question is FillQuestion {
  return filling.has(question.do)
}

async function openStore(at: LedgerPlace, migrations: Migrations): Promise<Database> {
  const database = 'folder' in at ? await openEmbedded(at) : await openServer(at)
  await migrate({ database, migrations: { ...kytMigrations, ...migrations } })
  return database
}

async function openOver(database: Database): Promise<KytContext> {
  const ledger = openPackedLedger(database)
  const context: KytContext = { database, ledger, clock: systemClock, random: systemRandom }
  await openLedger(context)
  return context
}

async function fill(
  context: KytContext,
  question: Extract<FillQuestion, { do: 'import labels' | 'import transfers' | 'tidy' }>,
  onProgress: OnProgress,
): Promise<Partial<FillAnswer>> {
  switch (question.do) {
    case 'import labels':
      return await importWorldLabels(context, question.file)
    case 'import transfers': {
      const startedAt = performance.now()
      const report = await importTransfers(context, {
        source: await openPlainTransfers([question.file]),
        rejects: refuseRejects,
        onProgress: ({ phase, done, total }) =>
          onProgress(done + (phase === 'reading' ? 0 : total), total * 2),
      })
      return { rows: report.fresh, seconds: (performance.now() - startedAt) / 1000 }
    }
    case 'tidy':
      await tidy(context.database)
      return { size: await selectLedgerSize(context.database) }
  }
}

/**
 * Imports labels from a CSV file. The reader for OFAC lists would load large parts of the service into the
 * process.
 */
const noSdn: SdnReader = () => {
  throw new Error('this benchmark does not read OFAC lists')
}

async function importWorldLabels(context: KytContext, file: string): Promise<Partial<FillAnswer>> {
  const { labels } = await importLabels(context, {
    sources: await openLabelSources({ path: file, readSdn: noSdn }),
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
