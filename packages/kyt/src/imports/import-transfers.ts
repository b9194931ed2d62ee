import { journalOf, type LedgerContext } from '../context.ts'
import type { GivenTransaction } from '../ledger/ledger-store.ts'
import { applyTransfers } from './apply-transfers.ts'
import { abandonImport, claimImport } from './claim-import.ts'
import { type BlockRange, type ImportRow, updateImport, updateStaging } from './import-journal-store.ts'
import type { ImportProgress, ImportReport } from './import-progress.ts'
import { recoverImports } from './recover-imports.ts'
import { refusal } from './refusal.ts'
import type { RejectSink, Rejects } from './rejects.ts'
import { createGivenTransactions } from './to-given-transactions.ts'
import type { Facts, Reached, TransferSource } from './transfer-source.ts'

type Options = {
  readonly source: TransferSource
  readonly rejects: Rejects
  readonly onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports what a source tells: all of it, or nothing at all. First everything is read, checked and laid aside; then it is
 * decided; then it is put in. Cut short before the decision it goes on where it was, cut short after it nobody has to ask.
 */
export async function importTransfers(context: LedgerContext, options: Options): Promise<ImportReport> {
  await recoverImports(context)
  const { begun, release } = await claimImport(context, options.source)
  try {
    const staged = await stage(context, begun, options)
    await updateImport(journalOf(context), begun.id, {
      state: 'applying',
      rows: staged.rows,
      rejected: staged.rejected,
    })
    const { pieces } = staged
    const fresh = await applyTransfers(context, begun.id, (left) =>
      options.onProgress?.({ phase: 'writing', done: pieces - left, total: pieces }),
    )
    return { rows: staged.rows, fresh, rejected: staged.rejected }
  } finally {
    await release()
  }
}

type Staged = { pieces: number; rows: number; rejected: number; ranges: BlockRange[] }

/** What the journal keeps while an import is being staged. */
type Plan = { readonly reached?: Reached; readonly pieces?: number; readonly ranges?: BlockRange[] }

async function stage(context: LedgerContext, begun: ImportRow, options: Options): Promise<Staged> {
  const { source, rejects, onProgress } = options
  const plan = begun.plan as Plan
  const sink = await rejects.open(false)
  const staged: Staged = {
    pieces: plan.pieces ?? 0,
    rows: begun.nextLine,
    rejected: begun.rejected,
    ranges: plan.ranges ?? [],
  }
  try {
    await stageAll(context, begun.id, staged, { source, sink, onProgress, from: plan.reached })
  } catch (error) {
    // What is read by a program is read again: nothing tells that it is the same.
    if (source.fingerprint === '') await abandonImport(context, begun.id)
    throw error
  } finally {
    await sink.close()
  }
  if (staged.rejected > 0 && !rejects.tolerated) {
    await abandonImport(context, begun.id, { rows: staged.rows, rejected: staged.rejected })
    throw refusal(sink.first(), staged.rejected)
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
    from: Reached | undefined
  },
): Promise<void> {
  const { ledger } = context
  const toGiven = createGivenTransactions()
  const facts: Facts = {
    tell: (some) => ledger.tellFacts(importId, some),
    ask: (keys) => ledger.askFacts(importId, keys),
  }
  let pending: GivenTransaction[] = []
  let transfers = 0
  let noted = staged.pieces
  /** What is being written while the next lines are read: one thing at a time, so that memory stays bounded. */
  let writing: Promise<void> = Promise.resolve()
  const write = async (work: () => Promise<void>) => {
    await writing
    writing = work()
    // It is met by whoever writes next.
    writing.catch(() => {})
  }
  /** Takes what is pending; returns what writes it. */
  const takePending = () => {
    if (pending.length === 0) return async () => {}
    const piece = { importId, seq: staged.pieces }
    const given = pending
    staged.pieces += 1
    staged.ranges = widen(staged.ranges, given)
    pending = []
    transfers = 0
    return () => ledger.stage(piece, given)
  }
  /** Only between batches: what was laid aside since the last time is laid aside again after a crash. */
  const stageAndNote = async (reached: Reached | undefined) => {
    const stagePending = takePending()
    const { pieces, ranges, rows, rejected } = staged
    noted = pieces
    await write(async () => {
      await stagePending()
      const plan = { pieces, ranges, ...(reached !== undefined && { reached }) }
      await updateStaging(journalOf(context), importId, { nextLine: rows, rejected, plan })
      const progress = reached && of.source.progress?.(reached)
      if (progress) of.onProgress?.({ phase: 'reading', ...progress })
    })
  }
  const readAll = async () => {
    let last = of.from
    for await (const { entries, reached } of of.source.read(of.from, facts)) {
      for (const entry of entries) {
        if ('transfers' in entry) {
          staged.rows += entry.transfers.length
          for (let at = 0; at < entry.transfers.length; at += ledger.pieceTransfers) {
            const some = entry.transfers.slice(at, at + ledger.pieceTransfers)
            pending.push(...toGiven(some))
            transfers += some.length
            if (transfers >= ledger.pieceTransfers) await write(takePending())
          }
          continue
        }
        staged.rows += 1
        staged.rejected += 1
        if (of.sink.wanted(1) > 0) await of.sink.take([entry])
      }
      last = reached
      if (staged.pieces > noted) await stageAndNote(reached)
    }
    await stageAndNote(last)
  }
  // Where reading fails, what is being written ends before somebody else may have the import.
  await readAll().finally(() => writing)
}

/** The blocks of each network, as far as they reach. */
function widen(ranges: readonly BlockRange[], given: readonly GivenTransaction[]): BlockRange[] {
  const byNetwork = new Map(ranges.map((range) => [range.network, range]))
  for (const { network, block } of given) {
    const range = byNetwork.get(network) ?? { network, first: block, last: block }
    if (block < range.first || block > range.last || !byNetwork.has(network)) {
      const { first, last } = range
      byNetwork.set(network, { network, first: Math.min(first, block), last: Math.max(last, block) })
    }
  }
  return [...byNetwork.values()]
}
