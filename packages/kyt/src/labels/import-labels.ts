import { parseAddress } from '../addresses/parse-address.ts'
import { networks } from '../coins/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { insertImport, updateImport } from '../ledger/import-journal-store.ts'
import type { ImportProgress } from '../ledger/import-progress.ts'
import { recoverImports } from '../ledger/recover-imports.ts'
import { refusal } from '../ledger/refusal.ts'
import type { Rejects } from '../ledger/rejects.ts'
import { escapeBytes, escapeText } from '../ledger/tsv.ts'
import { finishLabels } from './finish-labels.ts'
import type { Label } from './label.ts'
import { dropStagedLabels, loadStagedLabels } from './label-import-store.ts'
import type { LabelSource } from './label-source.ts'

export type LabelReport = {
  readonly rows: number
  readonly labels: number
  readonly sources: number
  /** Right, but of a network or a kind that is not kept. */
  readonly skipped: number
  readonly rejected: number
}

const rowsAtOnce = 50_000

/** Imports lists of labels. Each source that they name has exactly these labels afterwards, and none of its older ones. */
export async function importLabels(
  context: KytContext,
  options: {
    sources: readonly LabelSource[]
    rejects: Rejects
    onProgress?: (progress: ImportProgress) => void
  },
): Promise<LabelReport> {
  const { clickhouse } = context
  const journal = journalOf(context)
  await recoverImports(context)
  const begun = await insertImport(journal, {
    kind: 'labels',
    name: options.sources
      .map((source) => source.name)
      .join(', ')
      .slice(0, 200),
    fingerprint: '',
    startedAt: new Date(context.clock.now()),
  })
  const sink = await options.rejects.open(false)
  let chunk = 0
  let rows = 0
  let skipped = 0
  let rejected = 0
  let refused = 0
  let pending: string[] = []
  const flush = async () => {
    if (pending.length === 0) return
    const text = Buffer.from(pending.join(''))
    pending = []
    await loadStagedLabels(clickhouse, { importId: begun.id, number: chunk, rows: text })
    chunk += 1
  }
  const refuse = async () => {
    await dropStagedLabels(clickhouse, begun.id)
    await updateImport(journal, begun.id, {
      state: 'refused',
      rows,
      rejected,
      finishedAt: new Date(context.clock.now()),
    })
  }
  try {
    for (const [index, source] of options.sources.entries()) {
      for await (const entry of source.entries()) {
        rows += 1
        if ('skipped' in entry) skipped += 1
        else if ('problem' in entry) {
          rejected += 1
          if (source.tolerant === undefined) refused += 1
          if (sink.wanted(1) > 0)
            await sink.take([{ file: entry.file, line: entry.line ?? 0, problem: entry.problem, text: '' }])
        } else pending.push(stagedRow(begun.id, entry.label, entry.source ?? source.name, source.version))
        if (pending.length >= rowsAtOnce) await flush()
      }
      options.onProgress?.({ phase: 'reading', done: index + 1, total: options.sources.length })
    }
    await flush()
  } catch (error) {
    await refuse()
    throw error
  } finally {
    await sink.close()
  }
  if (refused > 0 && !options.rejects.tolerated) {
    await refuse()
    throw refusal(sink.first(), refused)
  }
  await updateImport(journal, begun.id, { state: 'applying', rows, rejected })
  const found = await finishLabels(context, begun.id, options.onProgress)
  return { rows, labels: found.labels, sources: found.sources, skipped, rejected }
}

function stagedRow(importId: number, label: Label, source: string, version: string): string {
  const address = parseAddress(label.network, label.address)
  if (address === undefined) throw new RangeError('a list handed over something that is no address')
  const fields = [
    String(importId),
    String(networks[label.network].id),
    escapeBytes(address.bytes),
    label.category,
    escapeText(label.entity),
    escapeText(label.label),
    escapeText(label.incident),
    escapeText(source),
    escapeText(version),
    String(label.confidence),
  ]
  return `${fields.join('\t')}\n`
}
