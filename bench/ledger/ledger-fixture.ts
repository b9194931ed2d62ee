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

/** The generated world in files, PostgreSQL, and the ledgers that are filled from them: what every benchmark of the ledger uses. */
export type LedgerFixture = {
  readonly files: WorldFiles
  readonly places: Places
  /** Returns a function that fills a ledger when it is first asked for. */
  ledgers<Question extends object, Answer, Picks>(
    options: LedgerOptions<Question, Answer, Picks>,
  ): (engine: Engine, transfers: number) => Promise<LedgerWorld<Question, Answer, Picks>>
}

/** The process that has a ledger open. */
export type LedgerRole<Question, Answer> = Role<FillQuestion | Question, FillAnswer & Answer>

export type LedgerOptions<Question, Answer, Picks> = {
  /** The compiled module that serves the ledger. */
  module: URL
  /** Transfers that are imported after those of the world. */
  further?: number
  /** What is imported beside a world of so many transfers. */
  plant?(transfers: number): Planted
  /** Chooses what is asked about. */
  pick(ledger: LedgerRole<Question, Answer>, transfers: number): Promise<Picks>
}

export type Weight = { when: string; rss: number; peakRss: number }

type FilledLedger = {
  engine: Engine
  place: LedgerPlace
  /** Of the world's transfers, and of those that came after them into the ledger as it was then. */
  seconds: number
  furtherSeconds: number
  /** All transfers that it has, and what they take. */
  rows: number
  size: LedgerSize
  /** What the process weighed when; later parts add to it. */
  weights: Weight[]
  /** Closes the store and ends its process. */
  stop(): Promise<void>
  /** Frees its disk as well; what it was measured to be stays known. */
  discard(): Promise<void>
}

/** A filled ledger whose process answers questions. */
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
        // A world without transfers has only what is planted, and nobody in it is labelled.
        const labels = transfers > 0 ? await files.labels(transfers, 'plain', planted) : undefined
        const beside = planted && (await files.planted(planted))
        const ledger: LedgerRole<Question, Answer> = startRole(cleanup, module)
        const filled = await fillLedger({
          ...{ engine, total: transfers, further, ledger, files, places, progress },
          ...{ labels, planted: beside },
        })
        progress(`${shown.count(transfers)} transfers, ${engine}: choosing addresses`)
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

/** Imports what is planted, the labels, then all transfers of the world, each of which has to arrive. */
async function fillLedger(options: {
  engine: Engine
  /** Transfers of the world. */
  total: number
  /** Transfers that come after those. */
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
  await note('an empty store opened', { do: 'open store', at: place })
  await note('an empty ledger opened', { do: 'open ledger' })
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
  if (planted !== undefined) await importFile(planted, `${what}: importing what is planted`)
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
  if (size === undefined) throw new Error('the ledger did not say how large it is')
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

/** `allCpu`: milliseconds of a core for one answer, of the process that asks and of the server. */
export type LedgerRate = Rate & { allCpu: number }

/** Drives a ledger with `load` and adds what the server spent on it. */
export async function measureRate<Answer extends { rate?: CallersRate }>(
  { places }: LedgerFixture,
  engine: Engine,
  load: () => Promise<Answer>,
): Promise<{ rate: LedgerRate; answer: Answer }> {
  const server = engine === 'server' ? await places.server() : undefined
  const before = server?.cpuMs() ?? 0
  const answer = await load()
  const { rate } = answer
  if (rate === undefined) throw new Error('no rate was given')
  const ofServer = ((server?.cpuMs() ?? 0) - before) / rate.calls
  return { rate: { ...rate, allCpu: rate.cpu + ofServer }, answer }
}
