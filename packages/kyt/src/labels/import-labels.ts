import { networks } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import { applyLabels } from '../imports/apply-labels.ts'
import { abandonImport, claimImport } from '../imports/claim-import.ts'
import { updateImport } from '../imports/import-journal-store.ts'
import type { ImportProgress } from '../imports/import-progress.ts'
import { recoverImports } from '../imports/recover-imports.ts'
import { rejectedImport } from '../imports/rejected-import.ts'
import type { Rejects } from '../imports/rejects.ts'
import type { NewLabel } from '../ledger/ledger-store.ts'
import type { Label } from './label.ts'
import type { LabelSource } from './label-source.ts'

export type LabelReport = {
  readonly rows: number
  readonly labels: number
  readonly sources: number
  /** Number of valid rows whose network or kind is not supported. */
  readonly skipped: number
  readonly rejected: number
}

const labelsAtOnce = 10_000

type Options = {
  readonly sources: readonly LabelSource[]
  readonly rejects: Rejects
  readonly onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports label lists. For each source in the lists, the new labels replace all previous labels from that
 * source.
 */
export async function importLabels(context: LedgerContext, options: Options): Promise<LabelReport> {
  await recoverImports(context)
  const { claimed, release } = await claimImport(context, {
    kind: 'labels',
    name: options.sources.map((source) => source.name).join(', '),
    fingerprint: '',
  })
  try {
    const staged = await stage(context, claimed.id, options)
    const { rows, skipped, rejected } = staged
    await updateImport(journalOf(context), claimed.id, { state: 'applying', rows, rejected })
    const total = staged.addresses
    const shown = await applyLabels(context, claimed.id, (done) =>
      options.onProgress?.({ phase: 'writing', done: Math.min(done, total), total }),
    )
    return { rows, labels: shown.labels, sources: shown.sources, skipped, rejected }
  } finally {
    await release()
  }
}

/** Reads, checks and stages all labels. */
async function stage(
  context: LedgerContext,
  importId: number,
  { sources, rejects, onProgress }: Options,
): Promise<{ rows: number; skipped: number; rejected: number; addresses: number }> {
  const sink = await rejects.open(false)
  const counts = { rows: 0, skipped: 0, rejected: 0 }
  const addresses = new Set<string>()
  let refused = 0
  let pending: NewLabel[] = []
  const flush = async () => {
    await context.ledger.stageLabels(importId, pending)
    pending = []
  }
  try {
    for (const [index, source] of sources.entries()) {
      for await (const entry of source.entries()) {
        counts.rows += 1
        if ('skipped' in entry) counts.skipped += 1
        else if ('problem' in entry) {
          counts.rejected += 1
          if (source.tolerant === undefined) refused += 1
          if (sink.countToRecord(1) > 0)
            await sink.take([{ file: entry.file, line: entry.line ?? 0, problem: entry.problem, text: '' }])
        } else {
          const label = newLabel(entry.label, entry.source ?? source.name, source.version)
          addresses.add(label.key.address)
          pending.push(label)
        }
        if (pending.length >= labelsAtOnce) await flush()
      }
      onProgress?.({ phase: 'reading', done: index + 1, total: sources.length })
    }
    await flush()
  } catch (error) {
    await abandonImport(context, importId)
    throw error
  } finally {
    await sink.close()
  }
  if (refused > 0 && !rejects.tolerated) {
    await abandonImport(context, importId, { rows: counts.rows, rejected: counts.rejected })
    throw rejectedImport(sink.first(), refused)
  }
  return { ...counts, addresses: addresses.size }
}

function newLabel(label: Label, source: string, version: string): NewLabel {
  const address = parseAddress(label.network, label.address)
  if (address === undefined) throw new RangeError('a list emitted an invalid address')
  const key = {
    network: networks[label.network].id,
    address: Buffer.from(address.bytes).toString('hex'),
  }
  const { category, entity, label: text, incident, confidence } = label
  return { key, category, entity, label: text, incident, source, version, confidence }
}
