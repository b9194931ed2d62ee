import { createReadStream } from 'node:fs'

export type LineBatch = {
  /** The number of the batch's first line. Line numbers start at 1. */
  readonly first: number
  /**
   * The lines, without their line endings. `undefined` marks a line that exceeded the limit and was skipped.
   */
  readonly lines: readonly (string | undefined)[]
  /** The file offset of the first line after the batch. */
  readonly nextOffset: number
}

export type ReadLineBatchesOptions = {
  readonly file: string
  /** In bytes. */
  readonly maxLength?: number
  /** The number of bytes read at a time. */
  readonly chunkSize?: number
  /** The offset at which to resume, and the number of the line that starts there. */
  readonly from?: { readonly offset: number; readonly line: number }
}

/** Longer than any valid line, but small enough to hold in memory. */
export const defaultMaxLength = 1024 * 1024

const lineEnd = 10
const carriageReturn = 13

/**
 * Reads the lines of a text file (UTF-8, LF or CRLF line endings, byte order mark removed) in batches,
 * because awaiting each line separately takes longer than reading the lines. The limit bounds memory use for
 * any input.
 */
export async function* readLineBatches(options: ReadLineBatchesOptions): AsyncGenerator<LineBatch> {
  const {
    file,
    maxLength = defaultMaxLength,
    chunkSize = 256 * 1024,
    from = { offset: 0, line: 1 },
  } = options
  let first = from.line
  let offset = from.offset
  /**
   * The part of an incomplete line that has been read so far. Empty if this part already exceeds the limit.
   */
  let rest: Buffer[] = []
  let restLength = 0

  const batchOf = (bytes: Buffer | undefined, length: number): LineBatch => {
    const lines = bytes === undefined ? [undefined] : splitLines(bytes, offset === 0, maxLength)
    const batch = { first, lines, nextOffset: offset + length }
    first += lines.length
    offset += length
    return batch
  }

  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize, start: offset })) {
    let bytes = chunk as Buffer
    if (restLength > 0) {
      const end = bytes.indexOf(lineEnd)
      if (end === -1) {
        restLength += bytes.length
        // One extra byte for a carriage return, which does not count towards the limit.
        if (restLength <= maxLength + 1) rest.push(bytes)
        else rest = []
        continue
      }
      const isWhole = restLength + end <= maxLength + 1
      const line = isWhole ? Buffer.concat([...rest, bytes.subarray(0, end + 1)]) : undefined
      yield batchOf(line, restLength + end + 1)
      bytes = bytes.subarray(end + 1)
      rest = []
      restLength = 0
    }
    const last = bytes.lastIndexOf(lineEnd)
    if (last !== -1) yield batchOf(bytes.subarray(0, last + 1), last + 1)
    restLength = bytes.length - last - 1
    if (restLength > 0 && restLength <= maxLength + 1) rest.push(bytes.subarray(last + 1))
  }
  if (restLength > 0) yield batchOf(restLength <= maxLength + 1 ? Buffer.concat(rest) : undefined, restLength)
}

function splitLines(bytes: Buffer, isStart: boolean, maxLength: number): (string | undefined)[] {
  const hasMark = isStart && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = hasMark ? bytes.subarray(3) : bytes
  const isEnded = text.at(-1) === lineEnd
  const lines: (string | undefined)[] = text.toString('utf8', 0, text.length - (isEnded ? 1 : 0)).split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const whole = line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line
    lines[index] = whole.length > maxLength ? undefined : whole
  }
  return lines
}
