import { readLineBatches } from '../../files/read-line-batches.ts'
import { createAddressReader, type ReadAddress } from '../../imports/to-given-transactions.ts'
import type { Reached, SourceEntry } from '../../imports/transfer-source.ts'
import { readPlainRow } from './read-plain-row.ts'

type Place = Omit<Reached, 'step'>

/** The transfers of a CSV file in the plain form, whose header has been checked, from a line on. */
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
  return 'problem' in row ? { problem: row.problem, ...at, text } : { given: row }
}

/** No field may hold a comma or a quote: quotes around a field are just taken off. */
function splitPlain(text: string): string[] {
  return (text.includes('"') ? text.replace(/"([^",]*)"/g, '$1') : text).split(',')
}
