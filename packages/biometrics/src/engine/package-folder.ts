import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Returns the folder that contains an installed package's entry file. The two model packages declare entries
 * for other engines, so their files are accessed by path.
 */
export function packageFolder(name: string): string {
  return dirname(require.resolve(name))
}
