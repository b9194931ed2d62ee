import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import type { Role } from '../support/start-role.ts'
import type { Engine, LedgerPlace, Places } from './places.ts'
import type { FillAnswer, FillQuestion } from './serve-ledger.ts'
import type { LedgerSize } from './size-store.ts'
import { bytesNeeded, checkDisk, rowsOfFile, type WorldFiles } from './world-files.ts'

export type Weight = { when: string; rss: number; peakRss: number }

export type FilledLedger = {
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

/** Fills the ledger of a process: what is planted, the labels, then all transfers of the world. */
export async function fillLedger(options: {
  engine: Engine
  /** Transfers of the world. */
  total: number
  /** Transfers that come after those. */
  further?: number
  ledger: Role<FillQuestion, FillAnswer>
  files: WorldFiles
  places: Places
  progress: Progress
  labels: string
  planted?: string
}): Promise<FilledLedger> {
  const { engine, total, further = 0, ledger, files, places, progress, labels, planted } = options
  await checkDisk(bytesNeeded(total))
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
  const importFile = async (file: string, doing: string) => {
    progress(doing)
    const imported = await note(doing, { do: 'import transfers', file }, (done, of) =>
      progress(doing, done, of),
    )
    rows += imported.rows ?? 0
    return imported.seconds ?? 0
  }
  if (planted !== undefined) await importFile(planted, `${what}: importing what is planted`)
  progress(`${what}: importing labels`)
  await ledger.ask({ do: 'import labels', file: labels })
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
