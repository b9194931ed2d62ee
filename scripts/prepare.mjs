import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layParts } from './lay-parts.mjs'
import { prunePackages } from './prune-packages.mjs'

// Runs on a fresh clone: nothing but Node's own modules can be used here.

export const root = fileURLToPath(new URL('..', import.meta.url))

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Node.js ${process.versions.node} is too old. Install Node.js 20.19 or newer.`)
}

/** Decides what an install contains. */
const installed = ['package-lock.json', 'scripts/prune-packages.mjs', 'scripts/lay-parts.mjs']

/** Installs exactly what the lock file says, when that has changed since the last time. */
export function install() {
  const hash = createHash('sha256')
  for (const file of installed) hash.update(readFileSync(join(root, file)))
  const wanted = hash.digest('hex')
  const stamp = join(root, 'node_modules', '.touchstone-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing packages …')
  // The compiler is a development package: it is needed under NODE_ENV=production too.
  // From npm's cache where it can: the lock file says what each package is.
  const flags = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', ...flags], 'The packages could not be installed.')
  prunePackages(join(root, 'node_modules'))
  writeFileSync(stamp, wanted)
}

/**
 * The compiler builds only what is stale. Without the check of types it takes a third of the time; the next build with it
 * makes up for it.
 */
export function build({ checkTypes = true } = {}) {
  // Two projects at a time with one checker each: what a second checker of a project finds out, the first knows already.
  const flags = ['--checkers', '1', '--builders', '2', ...(checkTypes ? [] : ['--noCheck'])]
  run(process.execPath, [binary('typescript', 'tsc'), '-b', ...flags], 'The build failed.')
  layParts()
}

/** What browsers load: the verification page, and the widget that sites embed. Builds only what is stale, too. */
export async function buildBrowserParts() {
  const [{ buildPages }, { buildWidget }] = await Promise.all([
    import('./build-pages.mjs'),
    import('../packages/widget/build.mjs'),
  ])
  // The bundler sets it for the whole process, in which the server may be started next: as in production.
  const { NODE_ENV } = process.env
  try {
    await buildPages()
    await buildWidget()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** The file behind a command that a package brings. */
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
