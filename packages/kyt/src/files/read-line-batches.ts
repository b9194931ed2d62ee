import { createReadStream } from 'node:fs'

export type LineBatch = {
  /** Number of the first line in it; a file's first line is 1. */
  readonly first: number
  /** Without their line ends. `undefined` stands for a line over the limit: it was passed over, not kept. */
  readonly lines: readonly (string | undefined)[]
}

export type ReadLineBatchesOptions = {
  readonly file: string
  /** In characters. */
  readonly maxLength?: number
  /** Bytes read at a time. */
  readonly chunkSize?: number
}

/** Longer than any line of an honest file, short enough to be kept in memory. */
export const defaultMaxLength = 1024 * 1024

/**
 * The lines of a text file (UTF-8, ended by LF or CRLF, a byte order mark is dropped), many at a time: to wait for
 * each line alone would take longer than to read it. Memory is bounded by the limit, whatever the file holds.
 */
export async function* readLineBatches(options: ReadLineBatchesOptions): AsyncGenerator<LineBatch> {
  const { file, maxLength = defaultMaxLength, chunkSize = 256 * 1024 } = options
  const decoder = new TextDecoder('utf-8')
  let first = 1
  let rest = ''
  let passingOver = false

  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    const pieces: (string | undefined)[] = text.split('\n')
    const tail = pieces.pop() ?? ''
    if (pieces.length > 0) {
      const lines = pieces
      lines[0] = passingOver ? undefined : rest + (lines[0] ?? '')
      rest = ''
      passingOver = false
      for (let index = 0; index < lines.length; index += 1) lines[index] = finish(lines[index], maxLength)
      yield { first, lines }
      first += lines.length
    }
    if (passingOver) continue
    rest += tail
    // One more for the CR that does not count.
    if (rest.length > maxLength + 1) {
      passingOver = true
      rest = ''
    }
  }
  rest += passingOver ? '' : decoder.decode()
  if (passingOver || rest !== '') {
    yield { first, lines: [passingOver ? undefined : finish(rest, maxLength)] }
  }
}

function finish(line: string | undefined, maxLength: number): string | undefined {
  if (line === undefined) return undefined
  const text = line.charCodeAt(line.length - 1) === 13 ? line.slice(0, -1) : line
  return text.length > maxLength ? undefined : text
}
