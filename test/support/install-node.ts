import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/**
 * Installs another version of Node for this machine from its npm package, once, in a folder next to the other
 * caches. Returns the path of the executable.
 */
export function installNode(version: string): string {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(cache, `node-${version}`)
  const binary = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true })
    const flags = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--ignore-scripts',
      '--loglevel=error',
    ]
    // Without an explicit prefix, npm would install into the project that contains the folder.
    const args = ['install', `${name}@${version}`, '--prefix', folder, ...flags]
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return binary
}
