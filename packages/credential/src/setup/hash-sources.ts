import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One hash of a circuit's own source and of the templates that all circuits share. */
export async function hashSources(sources: string, name: string, shared: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [...shared, name].map((each) => `${each}.circom`)) {
    const bytes = await readFile(join(sources, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
