import { readLineBatches } from '../../files/read-line-batches.ts'
import type { Facts, ReadPosition, SourceBatch, SourceEntry } from '../../imports/transfer-source.ts'
import type { Fact } from '../../ledger/ledger-store.ts'
import { factsOf, keyOf, type RequiredFacts } from './etl-facts.ts'
import { type EtlFile, type EtlKind, requiredFields } from './etl-file.ts'
import { createRecordReader, type EtlRecord, problemOfRecord } from './etl-record.ts'
import { mapEtlLine } from './map-etl-line.ts'
import type { EtlMapping } from './mapped.ts'

/** One pass over a file, which reads facts about other lines, transfers, or both. */
export type EtlStep = {
  readonly file: EtlFile
  readonly facts?: RequiredFacts
  readonly transfers: boolean
}

/** Reads the transfers in ethereum-etl files. Memory use is bounded, regardless of the number of lines. */
export async function* readEthereumEtl(options: {
  readonly steps: readonly EtlStep[]
  readonly mapping: EtlMapping
  readonly facts: Facts
  readonly from?: ReadPosition
}): AsyncGenerator<SourceBatch> {
  const { steps, mapping, facts, from = { step: 0, offset: 0, line: 1 } } = options
  for (const [step, { file, facts: required, transfers }] of steps.entries()) {
    if (step < from.step) continue
    const read = createRecordReader(file)
    const start = step === from.step ? from : { offset: 0, line: 1 }
    for await (const { first, lines, nextOffset } of readLineBatches({ file: file.path, from: start })) {
      const parsed = lines.flatMap((text, index): Line[] => {
        const line = first + index
        if (text === '' || (line === 1 && file.form === 'csv')) return []
        return [{ line, text: text ?? '', ...classify(file, read(text)) }]
      })
      if (required !== undefined) await facts.add(parsed.flatMap((line) => factsOfLine(file, line, required)))
      const entries = transfers ? await entriesOf(file, parsed, mapping, facts) : []
      yield { entries, reached: { step, offset: nextOffset, line: first + lines.length } }
    }
  }
}

type Line = { readonly line: number; readonly text: string } & (
  | { readonly kind: EtlKind; readonly record: EtlRecord }
  | { readonly problem: string }
  | { readonly skipped: true }
)

/** Kinds of ethereum-etl lines without data about transfers. */
const otherKinds = ['contract', 'token', 'token_approval', 'geth_trace']

const isKind = (type: string): type is EtlKind => type in requiredFields

/** Returns a line's kind, or the problem with the line. */
function classify(file: EtlFile, record: EtlRecord | string) {
  if (typeof record === 'string') return { problem: record }
  const kind = file.kind === 'stream' ? record.type : file.kind
  if (kind === '') return { problem: 'the line has no type' }
  if (otherKinds.includes(kind)) return { skipped: true as const }
  if (!isKind(kind)) return { problem: 'the line has an unknown type' }
  const problem = problemOfRecord(file, kind, record)
  return problem === undefined ? { kind, record } : { problem }
}

/** Returns a name that identifies a reward. If a stream repeats a line, the name stays the same. */
const rewardName = (file: EtlFile, line: number, record: EtlRecord) => () =>
  record.text('trace_id') || `${file.path}:${line}`

function factsOfLine(file: EtlFile, line: Line, required: RequiredFacts): Fact[] {
  if (!('record' in line)) return []
  return factsOf(line.kind, line.record, required, rewardName(file, line.line, line.record))
}

async function entriesOf(
  file: EtlFile,
  lines: readonly Line[],
  mapping: EtlMapping,
  facts: Facts,
): Promise<SourceEntry[]> {
  const keys = new Set(lines.flatMap((line) => ('record' in line ? keysOfLine(line.kind, line.record) : [])))
  const known = await facts.read(keys)
  const entries: SourceEntry[] = []
  const reject = (problem: string, { line, text }: Line) => {
    entries.push({ problem, file: file.path, line, text })
  }
  for (const one of lines) {
    if ('problem' in one) reject(one.problem, one)
    if (!('record' in one)) continue
    const { kind, record, line } = one
    const mapped = mapEtlLine(kind, record, { mapping, known, nameOfReward: rewardName(file, line, record) })
    if ('problem' in mapped) reject(mapped.problem, one)
    else if (mapped.length > 0) entries.push({ transfers: mapped })
  }
  return entries
}

/** Returns the keys of the facts from other files that a line requires. */
function keysOfLine(kind: EtlKind, { text }: EtlRecord): string[] {
  const block = keyOf.block(text('block_number'))
  switch (kind) {
    case 'transaction':
      return [block, keyOf.receipt(text('hash')), keyOf.trace(text('hash'))]
    case 'trace': {
      if (text('trace_type') === 'reward') return [block, keyOf.rewards(text('block_number'))]
      const hash = text('transaction_hash')
      return [block, keyOf.receipt(hash), keyOf.status(hash), keyOf.trace(hash)]
    }
    case 'token_transfer':
    case 'log':
      return [block]
    default:
      return []
  }
}
