import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { looksLike } from '@touchstone/kyt'
import { printReport, type Table, writeMarkdown, writeResults } from '../../bench/support/report.ts'
import { runToEnd } from '../../bench/support/run-to-end.ts'

// Measures how many address-poisoning attacks the look-alike rule finds, and how often it mistakes two
// unrelated addresses for each other.

const defaultData = '../shared/data/poisoning'

const { values } = parseArgs({
  options: { data: { type: 'string', default: defaultData }, quick: { type: 'boolean' } },
})
const folder = resolve(values.data)

await runToEnd('eval', async () => {
  const files = ['transfers.csv', 'addresses.csv'].map((name) => join(folder, name))
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) process.stdout.write(`skipped: ${missing} does not exist\n`)
  else measure(files as [string, string])
})

function measure([transfers, addresses]: readonly [string, string]): void {
  const kinds = new Map<string, { attacks: number; found: number }>()
  for (const row of readRows(transfers)) {
    const kind = kinds.get(row.phishing_type ?? '') ?? { attacks: 0, found: 0 }
    kinds.set(row.phishing_type ?? '', kind)
    kind.attacks += 1
    if (looksLike('evm', row.attacker ?? '', row.similar_norm ?? '')) kind.found += 1
  }
  const honest = readRows(addresses).flatMap(({ address, label }) =>
    label === 'benign' ? (address ?? '') : [],
  )
  let pairs = 0
  let alarms = 0
  for (const [index, one] of honest.entries()) {
    for (const other of honest.slice(index + 1)) {
      pairs += 1
      if (looksLike('evm', one, other)) alarms += 1
    }
  }
  const rows = [...kinds].map(([kind, { attacks, found }]) => [kind, String(attacks), String(found)])
  const tables: Table[] = [
    { title: 'Attacks', head: ['kind', 'attacks', 'found'], rows },
    {
      title: 'Unrelated addresses',
      head: ['addresses', 'pairs', 'mismistaken for each other'],
      rows: [[String(honest.length), String(pairs), String(alarms)]],
    },
  ]
  const report = { tables, targets: [], data: { kinds: Object.fromEntries(kinds), pairs, alarms } }
  printReport([report])
  writeResults('poisoning', report.data)
  process.stdout.write(`written to ${writeMarkdown('poisoning', [report])}\n`)
}

/** The files contain no quoted fields. */
function readRows(file: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}
