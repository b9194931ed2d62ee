import { writeZip, type ZipEntry } from '@touchstone/common'
import type { Case } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { csvLine } from '../csv.ts'
import { listMembers } from '../members/change-members.ts'
import { selectFiles } from './case-file-store.ts'
import { openFile } from './case-files.ts'
import { selectCase } from './case-store.ts'
import { showCase } from './cases.ts'
import { type Acting, changeCase, merchantIdOf, unknownCase } from './change-case.ts'
import { draftOf, type ExportedTransfer } from './draft-activity-report.ts'
import { drawCaseGraph, parseCaseGraph } from './draw-case-graph.ts'

/** What other packages know about the references of a case. */
export type ExportParts = {
  readonly merchantName: string
  readonly transfers: readonly ExportedTransfer[]
  /** Saved reports, as they are. */
  readonly files: readonly { readonly name: string; readonly content: string }[]
}

/**
 * Returns a case as a ZIP archive: the case, tables, a draft of a suspicious-activity report, graphs, saved reports
 * and all files.
 */
export async function exportCase(
  context: KycContext,
  acting: Acting & { readonly number: number },
  partsOf: (shown: Case) => Promise<ExportParts>,
): Promise<AsyncIterable<Buffer>> {
  await changeCase(context, acting, ({ note }) => note('exported'))
  const shown = await showCase(context, acting)
  const parts = await partsOf(shown)
  const names = await memberNames(context, acting)
  const at = new Date(context.clock.now())
  return writeZip(entriesOf(context, acting, { shown, parts, names, at }))
}

type Exporting = {
  readonly shown: Case
  readonly parts: ExportParts
  readonly names: (memberNo: string | null) => string
  readonly at: Date
}

async function* entriesOf(
  context: KycContext,
  { mchNo, number }: Acting & { readonly number: number },
  { shown, parts, names, at }: Exporting,
): AsyncGenerator<ZipEntry> {
  const entry = (name: string, text: string) => ({ name, content: Buffer.from(text, 'utf8'), at })
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  const { fields, narrative } = draftOf({ shown, ...parts, names, at })
  // Graphs and reports are files of their own.
  const items = shown.items.map((item) => (item.kind === 'graph' ? { ...item, ref: '' } : item))
  yield entry('case.json', json({ merchant: mchNo, exportedAt: at.toISOString(), ...shown, items }))
  yield entry('items.csv', itemTable(shown, names))
  yield entry('transfers.csv', transferTable(parts.transfers))
  yield entry('time-line.csv', timeLine(shown, names))
  yield entry('DRAFT-suspicious-activity-report.json', json(fields))
  yield entry('DRAFT-suspicious-activity-report.txt', narrative)
  for (const { kind, ref, number: item } of shown.items) {
    if (kind !== 'graph' || ref === null) continue
    yield entry(`graph-${item}.json`, ref)
    const graph = parseCaseGraph(ref)
    if (graph) yield entry(`graph-${item}.svg`, drawCaseGraph(graph))
  }
  for (const { name, content } of parts.files) yield entry(name, content)
  const db = tablesOf(context)
  const row = await selectCase(db, { merchantId: await merchantIdOf(db, mchNo), number })
  if (!row) throw unknownCase()
  for (const file of await selectFiles(db, row.id)) {
    const { name, content } = await openFile(context, db, file)
    // The number makes equal names different.
    yield { name: `files/${file.number}-${name}`, content, at: file.addedAt }
  }
}

async function memberNames(context: KycContext, { mchNo }: Acting): Promise<Exporting['names']> {
  const members = [...(await listMembers(context, { mchNo })), ...(await listMembers(context, {}))]
  const known = new Map(members.map(({ memberNo, email }) => [memberNo, email]))
  return (memberNo) => (memberNo === null ? 'server' : (known.get(memberNo) ?? memberNo))
}

function itemTable({ items }: Case, names: Exporting['names']): string {
  const head = csvLine(['number', 'kind', 'reference', 'name', 'added_by', 'added_at'])
  const rows = items.map(({ number, kind, ref, label, addedBy, addedAt }) =>
    csvLine([String(number), kind, kind === 'graph' ? '' : (ref ?? ''), label, names(addedBy), addedAt]),
  )
  return head + rows.join('')
}

const transferFields = [
  ...(['reference', 'customer', 'direction', 'coin', 'amount', 'usd', 'address', 'txid', 'time'] as const),
  ...(['decision', 'score', 'level'] as const),
] as const

function transferTable(transfers: readonly ExportedTransfer[]): string {
  const rows = transfers.map((each) => csvLine(transferFields.map((field) => String(each[field]))))
  return csvLine(transferFields) + rows.join('')
}

function timeLine({ entries }: Case, names: Exporting['names']): string {
  const head = csvLine(['number', 'at', 'by', 'kind', 'detail', 'text'])
  const rows = entries.map(({ number, at, by, kind, detail, text, textRemoved }) =>
    csvLine([
      ...[String(number), at, names(by), kind],
      ...[JSON.stringify(detail), text ?? (textRemoved ? '(removed)' : '')],
    ]),
  )
  return head + rows.join('')
}
