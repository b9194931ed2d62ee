import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

// Determines which tests run and in which order. Uses only Node's built-in modules.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file) => readFileSync(join(root, file), 'utf8')

/**
 * Duration of each test file in a full run, in seconds. The file is committed, so that a fresh clone starts
 * with the longest tests.
 */
const summaryFile = join(root, 'test', 'durations.json')
/** Duration of each test file in the last full run on this machine, in seconds. */
const cacheFile = join(root, 'node_modules', '.cache', 'test-durations.json')

/**
 * Returns the durations from the last full run on this machine, or the committed durations if there was none.
 */
export function readDurations() {
  const file = existsSync(cacheFile) ? cacheFile : summaryFile
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Stores the durations of a full run for the next run; `commit` also writes the committed file, in whole seconds.
 */
export function storeDurations(durations, { commit = false } = {}) {
  const sorted = Object.entries(durations).sort(([, one], [, other]) => other - one)
  const text = (entries) => `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
  writeFileSync(cacheFile, text(sorted))
  const rounded = sorted.map(([file, seconds]) => [file, Math.round(seconds)])
  if (commit) writeFileSync(summaryFile, text(rounded.filter(([, seconds]) => seconds > 0)))
}

/**
 * Finds the imports in the text of a file: relative paths, scoped packages, and `#src/…` of its own package.
 */
export function importedBy(text) {
  return [...text.matchAll(/\b(?:from|import)\b\s*\(?\s*'([.@#][^']+)'/g)].map(([, path]) => path)
}

/**
 * Returns the path of an imported file of the same package, or `undefined` for an import from another
 * package.
 */
export function pathOf(file, path) {
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  return path.startsWith('#src/') ? `${workspaceOf(file)}${path.slice(1)}.ts` : undefined
}

const isCode = (file) => /\.([cm]?[jt]s|tsx)$/.test(file)
const isTest = (file) => /\.test\.ts$/.test(file) && !/^examples\//.test(file)
const workspaceOf = (file) => /^(apps|packages)\/[^/]+\//.exec(file)?.[0]

/** Files that can affect every test when they change. */
const affectsAll =
  /^(package(-lock)?\.json|tsconfig[^/]*\.json|vitest\.config\.ts|\.npmrc|scripts\/.*)$|^(apps|packages)\/[^/]+\/(package|tsconfig)\.json$/

/**
 * Dependencies of each file other than imports: programs that it starts, and pages that a browser loads. A
 * path that ends with a slash is a folder.
 */
const loads = {
  'test/support/run.ts': ['apps/server/src/main.ts', 'apps/cli/', 'apps/frame/', 'apps/dashboard/'],
  'test/support/server.ts': ['apps/frame/', 'apps/dashboard/', 'packages/widget/'],
  'test/support/shared-browser.ts': [
    'apps/frame/',
    'apps/dashboard/',
    'packages/widget/',
    'packages/design/',
  ],
  'test/support/journeys/start-example.ts': ['examples/'],
}

/** Tests that always run, because they read the whole tree and take only seconds. */
const always = ['test/architecture.test.ts', 'test/docs.test.ts', 'test/prose.test.ts']

/** Returns the files that differ from a revision, including uncommitted and untracked files. */
export function changedSince(revision) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--no-renames', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Returns the test files that the changed files can affect, or `undefined` if they can affect all tests. */
export function affectedTests(changed, tracked = trackedFiles()) {
  if (changed.some((file) => affectsAll.test(file))) return undefined
  const dependants = dependantsOf(tracked)
  const affected = new Set()
  const add = (file) => {
    if (affected.has(file)) return
    affected.add(file)
    for (const dependant of dependants.get(file) ?? []) add(dependant)
  }
  for (const file of changed) {
    if (isCode(file)) add(file)
    // Data files are read, not imported, so any file of the same package can depend on them.
    const workspace = isCode(file) || file.endsWith('.md') ? undefined : workspaceOf(file)
    if (workspace) for (const each of tracked) if (each.startsWith(workspace) && isCode(each)) add(each)
  }
  return [
    ...new Set([...[...affected].filter((file) => isTest(file) && tracked.includes(file)), ...always]),
  ].sort()
}

function trackedFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return files.filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Returns, for each file, the files that import or load it. */
function dependantsOf(tracked) {
  const entries = entriesOfPackages(tracked)
  const dependants = new Map()
  const link = (from, to) => dependants.set(to, (dependants.get(to) ?? new Set()).add(from))
  for (const file of tracked.filter(isCode)) {
    for (const path of importedBy(read(file))) {
      const to = pathOf(file, path) ?? entries.get(path)
      if (to !== undefined) link(file, to)
    }
    for (const path of loads[file] ?? [])
      for (const to of path.endsWith('/') ? tracked.filter((each) => each.startsWith(path)) : [path])
        link(file, to)
  }
  return dependants
}

/** Maps each import path of a package in this repository to its source file. */
function entriesOfPackages(tracked) {
  const manifests = tracked.filter((file) => /^(apps|packages)\/[^/]+\/package\.json$/.test(file))
  return new Map(
    manifests.flatMap((file) => {
      const { name, exports = {} } = JSON.parse(read(file))
      return Object.entries(exports).flatMap(([way, target]) => {
        const source = target['@touchstone/source']
        return source ? [[posix.join(name, way), posix.join(posix.dirname(file), source)]] : []
      })
    }),
  )
}
