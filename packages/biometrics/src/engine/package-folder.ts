import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Where an installed package keeps the folder of its entry. The two model packages declare entries for other engines
 * than the one that is used here, so that their files are reached by path.
 */
export function packageFolder(name: string): string {
  return dirname(require.resolve(name))
}
