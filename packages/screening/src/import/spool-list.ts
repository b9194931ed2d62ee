import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { limits } from '../lists/limits.ts'
import { listProblem } from '../lists/list-problem.ts'

/** Writes a list's stream to a file for a worker to read, and returns the SHA-256 hash of the content. */
export async function spoolList(
  stream: AsyncIterable<Uint8Array>,
  file: string,
  progress: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(async function* () {
    for await (const chunk of stream) {
      bytes += chunk.byteLength
      if (bytes > limits.fileBytes) throw listProblem('list.too-large')
      hash.update(chunk)
      progress(bytes)
      yield chunk
    }
  }, createWriteStream(file))
  if (bytes === 0) throw listProblem('list.empty')
  return hash.digest('hex')
}
