import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'demo')

/**
 * Limits the age of the cached demo, because its users have dates within the thirty days before it was
 * created.
 */
const maxAgeMs = 12 * 60 * 60 * 1000

/** Returns the folder that caches the demo for the current code, and removes the caches of older code. */
export function demoCache(): string {
  const name = fingerprint()
  for (const other of listFolder(cache)) {
    const age = Date.now() - statSync(join(cache, other)).mtimeMs
    // A recent cache can belong to a concurrent test run.
    if (age > maxAgeMs || (!other.startsWith(name) && age > 60 * 60 * 1000))
      rmSync(join(cache, other), { recursive: true, force: true })
  }
  return join(cache, name)
}

/**
 * Returns a fingerprint of the runtime and of all files on which a first start can depend: all files except
 * tests.
 */
function fingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify([process.version, process.arch, cache]))
  const add = (path: string) => {
    const file = statSync(path)
    if (file.isFile()) hash.update(`${path} ${file.size} ${file.mtimeMs}\n`)
  }
  add(join(root, 'package-lock.json'))
  for (const folder of ['packages', 'apps/server', 'scripts']) {
    for (const path of readdirSync(join(root, folder), { recursive: true }) as string[]) {
      if (/(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.ts$/.test(path)) continue
      add(join(root, folder, path))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
