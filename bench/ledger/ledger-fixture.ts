import type { CallersRate } from '../support/callers.ts'
import type { Cleanup } from '../support/cleanup.ts'
import type { Rate } from '../support/numbers.ts'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import { requireAll } from '../support/require-all.ts'
import { type Role, startRole } from '../support/start-role.ts'
import { createPlaces, type Engine, type LedgerPlace, type Places } from './places.ts'
import type { Planted } from './planted.ts'
import type { FillAnswer, FillQuestion } from './serve-ledger.ts'
import type { LedgerSize } from './size-store.ts'
import {
  bytesNeeded,
  checkDisk,
  createWorldFiles,
  once,
  rowsOfFile,
  type WorldFile,
  type WorldFiles,
} from './world-files.ts'

/**
 * The resources that all ledger benchmarks share: the generated files, PostgreSQL, and the ledgers filled
 * from the files.
 */
export type LedgerFixture = {
  readonly files: WorldFiles
  readonly places: Places
  /** Returns a function that fills a ledger on first use. */
  ledgers<Question extends object, Answer, Picks>(
    options: LedgerOptions<Question, Answer, Picks>,
  ): (engine: Engine, transfers: number) => Promise<LedgerWorld<Question, Answer, Picks>>
}

/** Describes the process that opens a ledger and answers queries about it. */
export type LedgerRole<Question, Answer> = Role<FillQuestion | Question, FillAnswer & Answer>

export type LedgerOptions<Question, Answer, Picks> = {
  /** URL of the compiled module that serves the ledger. */
  module: URL
  /** Number of transfers to import into the filled ledger, after the initial import. */
  further?: number
  /** Returns the planted data for a ledger of this size. */
  plant?(transfers: number): Planted
  /** Selects the addresses to query. */
  pick(ledger: LedgerRole<Question, Answer>, transfers: number): Promise<Picks>
}

export type Weight = { when: string; rss: number; peakRss: number }

type FilledLedger = {
  engine: Engine
  place: LedgerPlace
  /** Duration of the initial import, and of the later import into the filled ledger. */
  seconds: number
  furtherSeconds: number
  /** The number of transfers in the ledger, and its size on disk. */
  rows: number
  size: LedgerSize
  /** Memory of the process at several points. Later parts of the benchmark add entries. */
  weights: Weight[]
  /** Closes the store and ends its process. */
  stop(): Promise<void>
  /** Also deletes the ledger's data. The measured values remain available. */
  discard(): Promise<void>
}

/** A filled ledger whose process answers queries. */
export type LedgerWorld<Question, Answer, Picks> = FilledLedger & {
  transfers: number
  ledger: LedgerRole<Question, Answer>
  picks: Picks
}

export function openLedgerFixture(tools: { cleanup: Cleanup; progress: Progress }): LedgerFixture {
  const { cleanup, progress } = tools
  const files = createWorldFiles({ cleanup, progress })
  const places = createPlaces({ cleanup, progress, root: files.root })
  return {
    files,
    places,
    ledgers<Question extends object, Answer, Picks>(options: LedgerOptions<Question, Answer, Picks>) {
      const { module, further = 0, plant, pick } = options
      const make = async (engine: Engine, transfers: number) => {
        const planted = plant?.(transfers)
        // Without generated transfers, the ledger contains only the planted transfers and no labels.
        const labels = transfers > 0 ? await files.labels(transfers, 'plain', planted) : undefined
        const beside = planted && (await files.planted(planted))
        const ledger: LedgerRole<Question, Answer> = startRole(cleanup, module)
        const filled = await fillLedger({
          ...{ engine, total: transfers, further, ledger, files, places, progress },
          ...{ labels, planted: beside },
        })
        progress(`${shown.count(transfers)} transfers, ${engine}: selecting addresses`)
        return { ...filled, transfers, ledger, picks: await pick(ledger, transfers) }
      }
      const made = {
        server: once((transfers: number) => make('server', transfers)),
        embedded: once((transfers: number) => make('embedded', transfers)),
      }
      return (engine, transfers) => made[engine](transfers)
    },
  }
}

/** Imports the planted transfers, the labels and all generated transfers, and verifies their number. */
async function fillLedger(options: {
  engine: Engine
  /** Initial transfers. */
  total: number
  /** Transfers imported afterwards. */
  further: number
  ledger: Role<FillQuestion, FillAnswer>
  files: WorldFiles
  places: Places
  progress: Progress
  labels: WorldFile | undefined
  planted: WorldFile | undefined
}): Promise<FilledLedger> {
  const { engine, total, further, ledger, files, places, progress, labels, planted } = options
  await checkDisk(bytesNeeded(total + (planted?.rows ?? 0)))
  const weights: Weight[] = []
  const note = async (when: string, question: FillQuestion, onProgress?: (d: number, t: number) => void) => {
    const answer = await ledger.ask(question, onProgress)
    weights.push({ when, rss: answer.rss, peakRss: answer.peakRss })
    return answer
  }
  const what = `${shown.count(total)} transfers, ${engine}`
  progress(`${what}: opening a ledger`)
  const place = await places.make(engine, `ledger_${total}`)
  await note('nothing opened', { do: 'weigh' })
  await note('empty store opened', { do: 'open store', at: place })
  await note('empty ledger opened', { do: 'open ledger' })
  let rows = 0
  const importFile = async ({ path, rows: expected }: WorldFile, doing: string) => {
    progress(doing)
    const imported = await note(doing, { do: 'import transfers', file: path }, (done, of) =>
      progress(doing, done, of),
    )
    requireAll({ what: 'transfers', expected, seen: imported.rows ?? 0 })
    rows += expected
    return imported.seconds ?? 0
  }
  if (planted !== undefined) await importFile(planted, `${what}: importing planted transfers`)
  if (labels !== undefined) {
    progress(`${what}: importing labels`)
    await ledger.ask({ do: 'import labels', file: labels.path })
  }
  let seconds = 0
  for (let offset = 0; offset < total; offset += rowsOfFile) {
    const count = Math.min(rowsOfFile, total - offset)
    const file = await files.transfers({ total, offset, count }, 'plain')
    seconds += await importFile(file, `${what}: importing`)
  }
  let furtherSeconds = 0
  if (further > 0) {
    const file = await files.transfers({ total, offset: total, count: further }, 'plain')
    furtherSeconds = await importFile(file, `${what}: importing ${shown.count(further)} more`)
  }
  progress(`${what}: housekeeping`)
  const { size } = await note('housekeeping', { do: 'tidy' })
  if (size === undefined) throw new Error('the ledger did not report its size')
  const stop = async () => {
    await ledger.ask({ do: 'close' })
    await ledger.stop()
  }
  const discard = async () => {
    await stop()
    await places.discard(place)
  }
  return { engine, place, seconds, furtherSeconds, rows, size, weights, stop, discard }
}

/** CPU time per answer in milliseconds, for the client process and the server combined. */
export type LedgerRate = Rate & { allCpu: number }

/** Puts load on a ledger with `load` and includes the CPU time of the database server. */
export async function measureRate<Answer extends { rate?: CallersRate }>(
  { places }: LedgerFixture,
  engine: Engine,
  load: () => Promise<Answer>,
): Promise<{ rate: LedgerRate; answer: Answer }> {
  const server = engine === 'server' ? await places.server() : undefined
  const before = server?.cpuMs() ?? 0
  const answer = await load()
  const { rate } = answer
  if (rate === undefined) throw new Error('no rate was returned')
  const ofServer = ((server?.cpuMs() ?? 0) - before) / rate.calls
  return { rate: { ...rate, allCpu: rate.cpu + ofServer }, answer }
}
