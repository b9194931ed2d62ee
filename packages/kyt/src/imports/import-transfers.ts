import { journalOf, type LedgerContext } from '../context.ts'
import type { BlockRange, Extent } from '../ledger/covered-range.ts'
import type { PackedPiece } from '../ledger/ledger-store.ts'
import { applyTransfers } from './apply-transfers.ts'
import { widenRanges } from './block-ranges.ts'
import { abandonImport, claimImport } from './claim-import.ts'
import { type ImportRow, updateImport, updateStaging } from './import-journal-store.ts'
import type { ImportProgress, ImportReport } from './import-progress.ts'
import { type PackedBatch, packSource } from './pack-source.ts'
import { readInThread } from './read-in-thread.ts'
import { recoverImports } from './recover-imports.ts'
import { rejectedImport } from './rejected-import.ts'
import type { RejectSink, Rejects } from './rejects.ts'
import type { Facts, ReadPosition, TransferSource } from './transfer-source.ts'

type Options = {
  readonly source: TransferSource
  readonly rejects: Rejects
  readonly onProgress?: (progress: ImportProgress) => void
  /** Minimum size in bytes for which files are read in a separate thread. */
  readonly leastInThread?: number
}

/** A file of this size contains about ten thousand transfers, which take a fifth of a second to read. */
const usuallyLeastInThread = 2 * 2 ** 20

/**
 * Imports all transfers from a source, or none. Reads, checks and stages everything first, then marks the
 * import as 'applying', then commits it. If an import is interrupted during staging, it resumes where it
 * stopped. If an import is interrupted while 'applying', it is completed automatically.
 */
export async function importTransfers(context: LedgerContext, options: Options): Promise<ImportReport> {
  await recoverImports(context)
  const { claimed, release } = await claimImport(context, options.source)
  try {
    const staged = await stage(context, claimed, options)
    await updateImport(journalOf(context), claimed.id, {
      state: 'applying',
      rows: staged.rows,
      rejected: staged.rejected,
    })
    const { pieces } = staged
    const fresh = await applyTransfers(context, claimed.id, (left) =>
      options.onProgress?.({ phase: 'writing', done: pieces - left, total: pieces }),
    )
    return { rows: staged.rows, fresh, rejected: staged.rejected }
  } finally {
    await release()
  }
}

type Staged = { pieces: number; rows: number; rejected: number; ranges: BlockRange[] }

/** The progress that the journal stores while an import is staged. */
type Plan = {
  readonly reached?: ReadPosition
  readonly pieces?: number
  readonly ranges?: readonly BlockRange[]
  readonly extent?: Extent
}

async function stage(context: LedgerContext, claimed: ImportRow, options: Options): Promise<Staged> {
  const { source, rejects, onProgress, leastInThread = usuallyLeastInThread } = options
  const plan = claimed.plan as Plan
  const sink = await rejects.open(false)
  const staged: Staged = {
    pieces: plan.pieces ?? 0,
    rows: claimed.nextLine,
    rejected: claimed.rejected,
    ranges: widenRanges(plan.ranges ?? [], source.ranges ?? []),
  }
  try {
    await stageAll(context, claimed.id, staged, {
      source,
      sink,
      onProgress,
      from: plan.reached,
      leastInThread,
    })
  } catch (error) {
    // A program may generate different transfers when it runs again, so the staged transfers are discarded.
    if (source.fingerprint === '') await abandonImport(context, claimed.id)
    throw error
  } finally {
    await sink.close()
  }
  if (staged.rejected > 0 && !rejects.tolerated) {
    await abandonImport(context, claimed.id, { rows: staged.rows, rejected: staged.rejected })
    throw rejectedImport(sink.first(), staged.rejected)
  }
  return staged
}

async function stageAll(
  context: LedgerContext,
  importId: number,
  staged: Staged,
  of: {
    source: TransferSource
    sink: RejectSink
    onProgress: Options['onProgress'] | undefined
    from: ReadPosition | undefined
    leastInThread: number
  },
): Promise<void> {
  const { ledger } = context
  /**
   * The write that runs while the next lines are read. Only one write runs at a time, which bounds memory
   * use.
   */
  let writing: Promise<void> = Promise.resolve()
  const write = async (work: () => Promise<void>) => {
    await writing
    writing = work()
    // The error is thrown when `writing` is awaited. Without this handler, it would be reported as unhandled.
    writing.catch(() => {})
  }
  const writeBatch = async (pieces: readonly PackedPiece[], reached: ReadPosition, now: Staged) => {
    const first = now.pieces - pieces.length
    for (const [index, piece] of pieces.entries()) await ledger.stage({ importId, seq: first + index }, piece)
    const { pieces: staged, ranges } = now
    const plan: Plan = { pieces: staged, ranges, reached, extent: of.source.extent ?? 'transfers' }
    await updateStaging(journalOf(context), importId, { nextLine: now.rows, rejected: now.rejected, plan })
    const progress = of.source.progress?.(reached)
    if (progress) of.onProgress?.({ phase: 'reading', ...progress })
  }
  const readAll = async () => {
    for await (const { pieces, ranges, rows, problems, reached } of read(context, importId, of)) {
      staged.rows += rows
      staged.rejected += problems.length
      staged.pieces += pieces.length
      staged.ranges = widenRanges(staged.ranges, ranges)
      const recorded = problems.slice(0, of.sink.countToRecord(problems.length))
      if (recorded.length > 0) await of.sink.take(recorded)
      const now = { ...staged }
      if (reached !== undefined) await write(() => writeBatch(pieces, reached, now))
    }
  }
  // Waits for the last write even if reading fails, before the import's claim is released.
  await readAll().finally(() => writing)
}

/**
 * Reads large files in a thread, to keep the calling thread responsive. For small files, starting a thread is
 * not worthwhile.
 */
function read(
  { ledger }: LedgerContext,
  importId: number,
  of: {
    readonly source: TransferSource
    readonly from: ReadPosition | undefined
    readonly leastInThread: number
  },
): AsyncIterable<PackedBatch> {
  const { source, from, leastInThread } = of
  const { pieceTransfers } = ledger
  const facts: Facts = {
    add: (some) => ledger.addFacts(importId, some),
    read: (keys) => ledger.readFacts(importId, keys),
  }
  if (source.files !== undefined && source.files.bytes >= leastInThread)
    return readInThread({ files: source.files, from, pieceTransfers }, facts)
  return packSource({ source, from, facts, pieceTransfers, pack: ledger.pack })
}
