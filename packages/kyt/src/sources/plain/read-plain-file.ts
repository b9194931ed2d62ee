import { readLineBatches } from '../../files/read-line-batches.ts'
import { createAddressReader, type ReadAddress } from '../../imports/transfer-converter.ts'
import type { ReadPosition, SourceEntry } from '../../imports/transfer-source.ts'
import { readPlainRow } from './read-plain-row.ts'

type Place = Omit<ReadPosition, 'step'>

/**
 * Reads the transfers in a CSV file in the plain format, starting at a line. The header has already been
 * checked.
 */
export async function* readPlainFile(
  file: string,
  from: Place,
): AsyncGenerator<{ readonly entries: readonly SourceEntry[]; readonly reached: Place }> {
  const readAddress = createAddressReader()
  for await (const { first, lines, nextOffset } of readLineBatches({ file, from })) {
    const entries = lines.flatMap((text, index): SourceEntry[] => {
      const line = first + index
      return text === '' || line === 1 ? [] : [entryOf({ file, line }, text, readAddress)]
    })
    yield { entries, reached: { offset: nextOffset, line: first + lines.length } }
  }
}

function entryOf(
  at: { file: string; line: number },
  text: string | undefined,
  readAddress: ReadAddress,
): SourceEntry {
  if (text === undefined) return { problem: 'the line is too long', ...at, text: '' }
  const row = readPlainRow(splitPlain(text), readAddress)
  return 'problem' in row ? { problem: row.problem, ...at, text } : { transaction: row }
}

/** Splits a line. No field can contain a comma or a quote, so quotes around a field are simply removed. */
function splitPlain(text: string): string[] {
  return (text.includes('"') ? text.replace(/"([^",]*)"/g, '$1') : text).split(',')
}
