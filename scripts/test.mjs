import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { binary, build, buildBrowserParts, checkNode, fail, install, root, run, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

// Everything that must hold, from a fresh clone: format, lint, types, unit, storage, whole system.
//
//   npm test             what must pass before a commit
//   npm test -- --all    and what takes longer: both stores everywhere, more runs, every benchmark and evaluation
//   npm test -- <path>   the tests of a folder or a file

const args = process.argv.slice(2)
const all = args.includes('--all')
const files = args.filter((arg) => arg !== '--all')
if (all) process.env.TOUCHSTONE_TEST_ALL = '1'

checkNode()
install()
ensureSystemPackages()
const startedAt = Date.now()
const running = new Set()

// Beside the build and the tests: neither needs the other.
const linted = inBackground(
  'format and lint',
  ['@biomejs/biome', 'biome'],
  ['ci', '--error-on-warnings', '.'],
)
say('building …')
build()
await buildBrowserParts()
const typed = inBackground(
  'types of the tests',
  ['typescript', 'tsc'],
  ['-p', 'tsconfig.test.json', '--checkers', '2'],
)

say('testing …')
const { passed, report } = await test()
await Promise.all([linted, typed])
if (passed && all && files.length === 0) {
  run(process.execPath, [join(root, 'scripts', 'bench.mjs'), 'all', '--quick'], 'A benchmark failed.')
  run(process.execPath, [join(root, 'scripts', 'eval.mjs'), 'all', '--quick'], 'An evaluation failed.')
}

process.stderr.write(slowest(report, 20))
say(`done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.stdout.write(
  `${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped\n`,
)
if (!passed) process.exitCode = 1

async function test() {
  const file = join(root, 'node_modules', '.cache', 'test-report.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runProgram(['vitest', 'vitest'], ['run', ...reporters, ...files], 'inherit')
  if (!existsSync(file)) fail('The tests ended without a report.')
  return { passed: code === 0, report: JSON.parse(readFileSync(file, 'utf8')) }
}

/** What it prints is shown when it fails, so that it does not get lost between the tests. */
async function inBackground(what, name, commandArgs) {
  let output = ''
  const code = await runProgram(name, commandArgs, 'pipe', (chunk) => {
    output += chunk
  })
  if (code === 0) return say(`checked ${what}`)
  for (const child of running) child.kill()
  process.stderr.write(output)
  fail(`Checking ${what} failed.`)
}

function runProgram(name, commandArgs, output, onOutput) {
  const child = spawn(process.execPath, [binary(...name), ...commandArgs], {
    cwd: root,
    stdio: ['ignore', output, output],
  })
  running.add(child)
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
}

/** The files and the tests that took longest, as text: where to begin when the run has become slow. */
function slowest({ testResults: files }, count) {
  const byFile = files.map(({ name, startTime, endTime }) => [endTime - startTime, relative(root, name)])
  const byTest = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => [duration ?? 0, `${relative(root, name)}: ${fullName}`]),
  )
  return `${table('Slowest files', byFile, count)}${table('Slowest tests', byTest, count)}`
}

function table(title, rows, count) {
  const slow = rows.sort(([one], [other]) => other - one).slice(0, count)
  const lines = slow.map(([ms, name]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  return `\n${title}\n${lines.join('\n')}\n`
}
