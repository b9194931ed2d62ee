import type { TextBytes } from '../decode-text.ts'
import { listProblem } from '../list-problem.ts'
import { readLines } from '../read-lines.ts'

export type FtmEntity = {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly unknown[]>>
  readonly lastChange?: string
}

/** Entities of the Follow the Money model, one JSON object a line; `undefined` for a line that is something else. */
export async function* readFtmEntities(bytes: TextBytes): AsyncGenerator<FtmEntity | undefined> {
  let read = 0
  for await (const { line, text, ended } of readLines(bytes)) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      // A last line that breaks off is a file that was cut off.
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
