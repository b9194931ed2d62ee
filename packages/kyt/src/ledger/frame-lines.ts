import { open } from 'node:fs/promises'

/** A run of whole lines of a file, ready to be loaded. */
export type FramedLines = {
  /** Absent when the engine has them already. */
  readonly rows?: Buffer
  readonly lines: number
  /** Where the next run begins in the file. */
  readonly nextOffset: number
}

/** Longer than any line of an honest file; what is longer is not kept, and not taken. */
export const longestLine = 1024 * 1024

/** Stands for a line that was too long. */
export const tooLong = '\u0001'

/**
 * Reads the lines of a file from an offset on, a run at a time: a number before each line, no more. Memory is bounded by
 * the size of a run, whatever the file holds. A byte order mark and carriage returns are dropped; tabs, which no field
 * may have, become blanks, because the rows are divided by tabs.
 */
export async function* frameLines(options: {
  file: string
  offset: number
  /** Called with how many lines came before: each chunk has its own prefix. */
  prefix: () => string
  firstLine: number
  chunkBytes?: number
}): AsyncGenerator<FramedLines> {
  const size = options.chunkBytes ?? 16 * 1024 * 1024
  const handle = await open(options.file)
  try {
    let offset = options.offset
    let line = options.firstLine
    const buffer = Buffer.allocUnsafe(size)
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, size, offset)
      if (bytesRead === 0) return
      const last = buffer.subarray(0, bytesRead).lastIndexOf(10)
      const atEnd = bytesRead < size
      if (last === -1 && !atEnd) {
        // Not one line end in a whole run: find where this line ends, keep nothing of it.
        offset = await skipLine(handle, offset + bytesRead, buffer)
        yield framed([tooLongLine(options.prefix(), line)], 1, offset)
        line += 1
        continue
      }
      const end = atEnd ? bytesRead : last + 1
      const { rows, lines } = frame(buffer.subarray(0, end), options.prefix(), line, offset === 0)
      offset += end
      line += lines
      yield { rows, lines, nextOffset: offset }
    }
  } finally {
    await handle.close()
  }
}

function framed(parts: Buffer[], lines: number, nextOffset: number): FramedLines {
  return { rows: Buffer.concat(parts), lines, nextOffset }
}

const tooLongLine = (prefix: string, line: number) => Buffer.from(`${prefix}${line}\t${tooLong}\n`)

async function skipLine(
  handle: Awaited<ReturnType<typeof open>>,
  from: number,
  buffer: Buffer,
): Promise<number> {
  for (let offset = from; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    if (bytesRead === 0) return offset
    const end = buffer.subarray(0, bytesRead).indexOf(10)
    if (end !== -1) return offset + end + 1
    offset += bytesRead
  }
}

function frame(
  bytes: Buffer,
  prefix: string,
  firstLine: number,
  atStart: boolean,
): { rows: Buffer; lines: number } {
  const text = clean(bytes, atStart)
  const parts: Buffer[] = []
  let line = firstLine
  let start = 0
  // Line numbers are short: this is the most that they can add.
  const out = Buffer.allocUnsafe(text.length + (countLines(text) + 1) * (prefix.length + 18))
  let at = 0
  while (start < text.length) {
    let end = text.indexOf(10, start)
    if (end === -1) end = text.length
    let stop = end
    while (stop > start && text[stop - 1] === 13) stop -= 1
    if (stop - start > longestLine) {
      parts.push(Buffer.from(out.subarray(0, at)), tooLongLine(prefix, line))
      at = 0
    } else {
      at += out.write(`${prefix}${line}\t`, at, 'latin1')
      at += text.copy(out, at, start, stop)
      out[at++] = 10
    }
    line += 1
    start = end + 1
  }
  parts.push(out.subarray(0, at))
  return { rows: parts.length === 1 ? (parts[0] ?? out) : Buffer.concat(parts), lines: line - firstLine }
}

function clean(bytes: Buffer, atStart: boolean): Buffer {
  let text = bytes
  if (atStart && text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf) text = text.subarray(3)
  for (let at = text.indexOf(9); at !== -1; at = text.indexOf(9, at + 1)) text[at] = 32
  return text
}

function countLines(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) count += 1
  return count
}

/** The first line of a file, for its header; as far as it is of any sensible length. */
export async function readFirstLine(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(64 * 1024)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    return text.split('\n', 1)[0]?.replace(/\r$/, '') ?? ''
  } finally {
    await handle.close()
  }
}
