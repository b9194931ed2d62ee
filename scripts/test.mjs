import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, buildBrowserParts, checkNode, install, root, run, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

// Everything that must hold, from a fresh clone: format, lint, types, unit, storage on both engines, whole system.

checkNode()
install()
ensureSystemPackages()

const startedAt = Date.now()
const step = (what, name, args) => {
  say(`${what} …`)
  run(process.execPath, [binary(...name), ...args], `${what} failed.`)
}
step('checking format and lint', ['@biomejs/biome', 'biome'], ['ci', '--error-on-warnings', '.'])
step('building and checking types', ['typescript', 'tsc'], ['-b'])
say('building the pages …')
await buildBrowserParts()
step('checking types of the tests', ['typescript', 'tsc'], ['-p', 'tsconfig.test.json'])

const files = process.argv.slice(2)
const sums = { passed: 0, failed: 0, skipped: 0 }
const testing = (what, name, args) => {
  const report = join(root, 'node_modules', '.cache', `test-report-${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  step(what, ['vitest', 'vitest'], ['run', ...reporters, ...args])
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  sums.passed += numPassedTests
  sums.failed += numFailedTests
  sums.skipped += numPendingTests
}
if (files.length > 0) testing('testing', 'some', files)
else {
  // People before cameras are filmed at eight pictures a second: nothing else may run beside them.
  const filmed = ['test/e2e/journey.test.ts', 'test/e2e/journey-failures.test.ts', 'test/e2e/capture.test.ts']
  testing(
    'testing',
    'all',
    filmed.map((file) => `--exclude=${file}`),
  )
  testing('testing whole verifications', 'filmed', ['--maxWorkers=1', ...filmed])
}
say(`done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.stdout.write(`${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped\n`)
