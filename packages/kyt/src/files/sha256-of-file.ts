import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Returns the SHA-256 hash of a file in lower-case hex. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}
