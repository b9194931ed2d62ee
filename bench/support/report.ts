import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tally } from './require-all.ts'

/** A figure, its limit, and whether the limit is met. docs/benchmarks.md lists the predictions. */
export type Target = {
  what: string
  seen: string
  wanted: string
  met: boolean
}

type Limit = { atLeast: number } | { atMost: number }

/** Compares a figure with its limit. `show` formats both, by default as a ratio. */
export function target(
  what: string,
  figure: number,
  limit: Limit,
  show: (figure: number) => string = shown.times,
): Target {
  return {
    what,
    wanted: 'atLeast' in limit ? `at least ${show(limit.atLeast)}` : `at most ${show(limit.atMost)}`,
    seen: show(figure),
    met: 'atLeast' in limit ? figure >= limit.atLeast : figure <= limit.atMost,
  }
}

export type Table = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export type PartReport = {
  tables: Table[]
  targets: Target[]
  data: object
  /** Reasons why the figures could be unreliable. */
  warnings?: string[]
  /**
   * Counts that must be complete. If one is incomplete, the benchmark prints its report and then exits with
   * an error.
   */
  tallies?: Tally[]
}

export function printReport(reports: readonly PartReport[]): void {
  for (const table of tablesOf(reports)) process.stdout.write(`\n${table.title}\n${layOut(table)}\n`)
  for (const warning of reports.flatMap((report) => report.warnings ?? [])) {
    process.stdout.write(`\n${warning}\n`)
  }
}

export function writeResults(name: string, results: object): void {
  writeResultFile(`${name}.json`, `${JSON.stringify(results, null, 2)}\n`)
}

/** Writes the tables as Markdown. Returns the path of the file. */
export function writeMarkdown(name: string, reports: readonly PartReport[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const tables = tablesOf(reports).map(({ title, head, rows }) =>
    [`${title}:`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'),
  )
  const warnings = reports.flatMap((report) => report.warnings ?? [])
  return writeResultFile(`${name}.md`, `${[...tables, ...warnings].join('\n\n')}\n`)
}

function writeResultFile(name: string, text: string): string {
  // Path from dist/bench/support to the results folder next to dist, for benchmarks and evaluations.
  const file = fileURLToPath(new URL(`../../../results/${name}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

function tablesOf(reports: readonly PartReport[]): Table[] {
  const verdicts: Table = {
    title: 'Targets',
    head: ['', 'target', 'wanted', 'seen'],
    rows: reports
      .flatMap((report) => report.targets)
      .map(({ what, wanted, seen, met }) => [met ? 'pass' : 'FAIL', what, wanted, seen]),
  }
  return [...reports.flatMap((report) => report.tables), verdicts]
}

/** Aligns number columns to the right and text columns to the left. */
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
