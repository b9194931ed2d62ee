import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyPackageFiles } from './copy-package-files.mjs'
import { prunePackages } from './prune-packages.mjs'

// This script runs on a fresh clone, so it can use only Node's built-in modules.

export const root = fileURLToPath(new URL('..', import.meta.url))

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Node.js ${process.versions.node} is too old. Install Node.js 20.19 or newer.`)
}

/** Files that determine the content of an install. */
const installed = ['package-lock.json', 'scripts/prune-packages.mjs', 'scripts/copy-package-files.mjs']

/** Installs the packages in the lock file if the lock file has changed since the last install. */
export function install() {
  const hash = createHash('sha256')
  for (const file of installed) hash.update(readFileSync(join(root, file)))
  const expected = hash.digest('hex')
  const stamp = join(root, 'node_modules', '.touchstone-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return
  say('installing packages …')
  // Includes development packages even with NODE_ENV=production, because the compiler is a development
  // package. Prefers npm's cache, because the lock file contains the checksums.
  const flags = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', ...flags], 'The packages could not be installed.')
  prunePackages(join(root, 'node_modules'))
  writeFileSync(stamp, expected)
}

/**
 * Compiles the outdated projects. Compiling without type checks takes a third of the time, and the next full
 * build then checks the types.
 */
export function build({ checkTypes = true } = {}) {
  // Compiles two projects at a time with one checker each, because several checkers for one project would
  // repeat each other's work.
  const flags = ['--checkers', '1', '--builders', '2', ...(checkTypes ? [] : ['--noCheck'])]
  run(process.execPath, [binary('typescript', 'tsc'), '-b', ...flags], 'The build failed.')
  copyPackageFiles()
}

/** Builds the outdated browser parts: the verification page and the widget. */
export async function buildBrowserParts() {
  const [{ buildPages }, { buildWidget }] = await Promise.all([
    import('./build-pages.mjs'),
    import('../packages/widget/build.mjs'),
  ])
  // The bundler sets NODE_ENV for the whole process. NODE_ENV is restored afterwards, because the server can
  // start in the same process.
  const { NODE_ENV } = process.env
  try {
    await buildPages()
    await buildWidget()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** Returns the path of the script that a package provides for this command. */
export function binary(name, command) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

export function run(command, args, whenItFails, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.status !== 0) fail(whenItFails)
}

export function say(text) {
  process.stderr.write(`touchstone: ${text}\n`)
}

export function fail(text) {
  say(text)
  process.exit(1)
}
