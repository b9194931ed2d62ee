import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A promise of the project: what was seen, what was wanted, and whether it was kept. */
export type Target = { what: string; seen: string; wanted: string; met: boolean }

export type Table = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export type PartReport = {
  tables: Table[]
  targets: Target[]
  data: object
  /** Why the numbers should not be trusted. */
  warnings?: string[]
}

export function printReport(reports: readonly PartReport[]): void {
  const targets = reports.flatMap((report) => report.targets)
  const verdicts: Table = {
    title: 'Targets',
    head: ['', 'target', 'wanted', 'seen'],
    rows: targets.map(({ what, seen, wanted, met }) => [met ? 'pass' : 'FAIL', what, wanted, seen]),
  }
  for (const table of [...reports.flatMap((report) => report.tables), verdicts]) {
    process.stdout.write(`\n${table.title}\n${layOut(table)}\n`)
  }
  for (const warning of reports.flatMap((report) => report.warnings ?? [])) {
    process.stdout.write(`\n${warning}\n`)
  }
}

export function writeResults(name: string, results: object): void {
  // From bench/dist/bench/support to bench/results.
  const file = fileURLToPath(new URL(`../../../results/${name}.json`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/** Columns of figures stand to the right, columns of words to the left. */
function layOut({ head, rows }: Table): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const isFigures = head.map((_, column) => rows.every((row) => /^[\d<–-]|^$/.test(row[column] ?? '')))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isFigures[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export const shown = {
  count: (value: number) => Math.round(value).toLocaleString('en-US'),
  ms: (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1)),
  percent: (share: number) => `${Math.round(share * 100)}%`,
  times: (ratio: number) => `${ratio.toFixed(2)}x`,
  mebibytes: (bytes: number) => (bytes / 2 ** 20).toFixed(1),
}
