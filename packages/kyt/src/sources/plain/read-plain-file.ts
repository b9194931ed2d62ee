import { readLineBatches } from '../../files/read-line-batches.ts'
import type { Reached, SourceBatch, SourceEntry } from '../../ledger/transfer-source.ts'
import { readPlainRow } from './read-plain-row.ts'

/** The transfers of CSV files in the plain form, whose headers have been checked. */
export async function* readPlainFiles(
  paths: readonly string[],
  from: Reached = { step: 0, offset: 0, line: 1 },
): AsyncGenerator<SourceBatch> {
  for (const [step, file] of paths.entries()) {
    if (step < from.step) continue
    const start = step === from.step ? from : { offset: 0, line: 1 }
    for await (const { first, lines, nextOffset } of readLineBatches({ file, from: start })) {
      const entries = lines.flatMap((text, index): SourceEntry[] => {
        const line = first + index
        return text === '' || line === 1 ? [] : [entryOf(file, line, text)]
      })
      yield { entries, reached: { step, offset: nextOffset, line: first + lines.length } }
    }
  }
}

function entryOf(file: string, line: number, text: string | undefined): SourceEntry {
  if (text === undefined) return { problem: 'the line is too long', file, line, text: '' }
  const row = readPlainRow(splitPlain(text))
  return 'problem' in row ? { problem: row.problem, file, line, text } : { transfers: [row] }
}

/** No field may hold a comma or a quote: quotes around a field are just taken off. */
function splitPlain(text: string): string[] {
  return (text.includes('"') ? text.replace(/"([^",]*)"/g, '$1') : text).split(',')
}
