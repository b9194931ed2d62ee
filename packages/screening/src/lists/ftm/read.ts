import { decodeText, type TextBytes } from '../decode-text.ts'
import { limits } from '../limits.ts'
import { listProblem } from '../list-problem.ts'

/** Yields a file's non-empty lines. */
async function* readLines(bytes: TextBytes): AsyncGenerator<{ line: number; text: string; ended: boolean }> {
  let rest = ''
  let line = 0
  for await (const piece of decodeText(bytes)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > limits.fieldLength * 4) throw listProblem('list.too-large', { line })
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield { line, text, ended: true }
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest, ended: false }
}

export type FtmEntity = {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly unknown[]>>
  readonly lastChange?: string
}

/**
 * Reads Follow the Money entities, one JSON object per line. Yields `undefined` for a line that contains no
 * entity.
 */
export async function* readFtmEntities(bytes: TextBytes): AsyncGenerator<FtmEntity | undefined> {
  let read = 0
  for await (const { line, text, ended } of readLines(bytes)) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      // An incomplete last line indicates a truncated file.
      throw listProblem(read === 0 ? 'list.wrong-format' : ended ? 'list.broken' : 'list.cut-off', {
        line,
        cause,
      })
    }
    const entity = asEntity(value)
    if (entity === undefined && read === 0) throw listProblem('list.wrong-format', { line })
    read += 1
    yield entity
  }
  if (read === 0) throw listProblem('list.empty')
}

function asEntity(value: unknown): FtmEntity | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, schema, properties, last_change } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof schema !== 'string') return undefined
  if (typeof properties !== 'object' || properties === null) return undefined
  const lists: Record<string, unknown[]> = {}
  for (const [name, values] of Object.entries(properties)) if (Array.isArray(values)) lists[name] = values
  return {
    id,
    schema,
    properties: lists,
    ...(typeof last_change === 'string' && { lastChange: last_change }),
  }
}
