import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { binary, build, buildBrowserParts, checkNode, fail, install, root, run, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { affectedTests, changedSince, storeDurations } from './test-plan.mjs'

// Runs all checks from a fresh clone: format, lint, types, unit, storage and whole-system tests.
//
//   npm test                       required before a commit
//   npm test -- --all              adds slow checks: both stores everywhere, more runs, every benchmark and evaluation
//   npm test -- <path>             the tests in a folder or file
//   npm test -- --changed[=<rev>]  the tests that changes since a revision (HEAD) can affect
//   npm test -- --record           a full run that also updates test/durations.json, the order in which tests start

const args = process.argv.slice(2)
const all = args.includes('--all')
const changed = args.find((arg) => /^--changed(=|$)/.test(arg))
const record = args.includes('--record')
const paths = args.filter((arg) => !arg.startsWith('--'))
const files = changed === undefined ? paths : filesToTest(changed.split('=')[1] ?? 'HEAD')
if (all) process.env.TOUCHSTONE_TEST_ALL = '1'

checkNode()
install()
ensureSystemPackages()
const startedAt = Date.now()
const running = new Set()

// This check runs in parallel with the build and the tests, which do not depend on it.
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
const { passed, report, durations } = await test()
await Promise.all([linted, typed])
if (passed && all && files.length === 0) {
  run(process.execPath, [join(root, 'scripts', 'bench.mjs'), 'all', '--quick'], 'A benchmark failed.')
  run(process.execPath, [join(root, 'scripts', 'eval.mjs'), 'all', '--quick'], 'An evaluation failed.')
}

process.stderr.write(slowest(report, durations, 20))
if (passed && files.length === 0 && !all) storeDurations(durations, { commit: record })
say(`done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.stdout.write(
  `${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped\n`,
)
if (!passed) process.exitCode = 1

/** Returns the test files to run. An empty list means all files. */
function filesToTest(revision) {
  const affected = affectedTests(changedSince(revision))
  say(affected === undefined ? 'the changes can affect every test' : `${affected.length} affected files`)
  return affected ?? []
}

async function test() {
  const cache = join(root, 'node_modules', '.cache')
  const [reportFile, durationsFile] = [join(cache, 'test-report.json'), join(cache, 'last-durations.json')]
  mkdirSync(cache, { recursive: true })
  for (const file of [reportFile, durationsFile]) rmSync(file, { force: true })
  process.env.TOUCHSTONE_TEST_DURATIONS = durationsFile
  const reporters = ['default', 'json', join(root, 'scripts', 'time-files.mjs')].map(
    (name) => `--reporter=${name}`,
  )
  const args = ['run', ...reporters, `--outputFile.json=${reportFile}`, ...files]
  const code = await runProgram(['vitest', 'vitest'], args, 'inherit')
  if (!existsSync(reportFile)) fail('The tests ended without a report.')
  const [report, durations] = [reportFile, durationsFile].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  )
  return { passed: code === 0, report, durations }
}

/**
 * Prints the output of a check only if the check fails, so that this output is not lost among the test
 * output.
 */
async function inBackground(what, name, commandArgs) {
  let output = ''
  const code = await runProgram(name, commandArgs, 'pipe', (chunk) => {
    output += chunk
  })
  if (code === 0) return say(`checked ${what}`)
  for (const child of running) child.kill()
  process.stderr.write(output)
  fail(`The check "${what}" failed.`)
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

/** Lists the slowest files and tests, which are candidates for optimisation. */
function slowest({ testResults: files }, durations, count) {
  const byFile = Object.entries(durations).map(([name, seconds]) => [seconds * 1000, name])
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
