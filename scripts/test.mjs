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

const report = join(root, 'node_modules', '.cache', 'test-report.json')
const files = process.argv.slice(2)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
step('testing', ['vitest', 'vitest'], ['run', ...reporters, ...files])

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
say(`done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
