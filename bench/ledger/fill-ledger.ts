import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import type { Role } from '../support/start-role.ts'
import type { FillAnswer, FillQuestion } from './serve-ledger.ts'
import type { LedgerSize } from './size-store.ts'
import { bytesNeeded, checkDisk, rowsOfFile, type WorldFiles } from './world-files.ts'

export type FilledLedger = {
  seconds: number
  /** As the import left it, before the engine merged the rest. */
  size: LedgerSize
  /** What the process weighed when; later parts add to it. */
  weights: { when: string; rss: number; peakRss: number }[]
  /** Ends its process and frees its disk; what it was measured to be stays known. */
  discard(): Promise<void>
}

/** Fills the ledger of a process: what is planted, the labels, then all transfers of the world. */
export async function fillLedger(options: {
  /** Transfers of the world. */
  total: number
  ledger: Role<FillQuestion, FillAnswer>
  files: WorldFiles
  progress: Progress
  labels: string
  planted?: string
  /** Transfers in a file that others read too: it is left where it is. */
  shared?: string | undefined
}): Promise<FilledLedger> {
  const { total, ledger, files, progress, labels, planted, shared } = options
  await checkDisk(bytesNeeded(total))
  const weights: FilledLedger['weights'] = []
  const note = async (when: string, question: FillQuestion, onProgress?: (d: number, t: number) => void) => {
    const answer = await ledger.ask(question, onProgress)
    weights.push({ when, rss: answer.rss, peakRss: answer.peakRss })
    return answer
  }
  await note('before opening', { do: 'weigh' })
  const folder = await mkdtemp(join(await files.root, 'ledger-'))
  await note('opened', { do: 'open', folder })
  if (planted !== undefined) {
    progress('importing what is planted')
    await ledger.ask({ do: 'import transfers', file: planted })
  }
  await ledger.ask({ do: 'import labels', file: labels })
  let seconds = 0
  const what = `importing ${shown.count(total)} transfers`
  for (let offset = 0; offset < total; offset += rowsOfFile) {
    const file = shared ?? (await files.transfers(total, offset, 'plain'))
    progress(what)
    const imported = await note('imported', { do: 'import transfers', file }, (done, of) =>
      progress(what, offset + (done / of) * Math.min(rowsOfFile, total), total),
    )
    seconds += imported.seconds ?? 0
    if (shared === undefined) await rm(file)
  }
  const { size } = await ledger.ask({ do: 'measure size' })
  if (size === undefined) throw new Error('the ledger did not answer')
  progress('letting the engine finish its merges')
  await note('merges done', { do: 'settle' })
  const discard = async () => {
    await ledger.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { seconds, size, weights, discard }
}
