import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns a hash of a circuit's source and the shared templates. */
export async function hashSources(sources: string, name: string, shared: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [...shared, name].map((each) => `${each}.circom`)) {
    const bytes = await readFile(join(sources, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
