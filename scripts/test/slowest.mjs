import { relative } from 'node:path'
import { root } from '../prepare.mjs'

/** The files and the tests that took longest, as text: where to begin when the run has become slow. */
export function slowest({ testResults: files }, count) {
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
