import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const newline = Buffer.from('\n')
const longestHead = 64 * 1024

/**
 * Concatenates the files of a list that is published in parts. The files are either tables with the same
 * header line, which is kept once, or JSON lines.
 */
export async function* joinFiles(files: readonly string[]): AsyncGenerator<Uint8Array> {
  const [first, ...others] = files
  if (first === undefined) return
  yield* createReadStream(first, { highWaterMark: 1024 * 1024 })
  const head = await headOf(first)
  for (const file of others) {
    // Add a line break, because the previous file might not end with one.
    yield newline
    const repeated = head.length > 0 && (await headOf(file)).equals(head)
    yield* createReadStream(file, { start: repeated ? head.length : 0, highWaterMark: 1024 * 1024 })
  }
}

/** Returns the first line, including its line break. */
async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, 0)
    return buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf(newline) + 1)
  } finally {
    await handle.close()
  }
}
