import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunderingCase } from './laundering-case.ts'
import { readCase } from './read-case.ts'

export type MadeFiles = { flows?: string; sources?: string; terminals?: string }

/** Writes the files of a test case and reads them back with the reader for real cases. */
export function readMadeCase({ flows, sources, terminals }: MadeFiles, name = 'case-0'): LaunderingCase {
  const above = mkdtempSync(join(tmpdir(), 'touchstone-eval-'))
  const folder = join(above, name)
  try {
    mkdirSync(folder)
    const files = {
      'flow-records.csv': flows,
      'source-addresses.csv': sources,
      'terminal-addresses.csv': terminals,
    }
    for (const [file, text] of Object.entries(files)) {
      if (text !== undefined) writeFileSync(join(folder, file), text)
    }
    return readCase(folder)
  } finally {
    rmSync(above, { recursive: true, force: true })
  }
}

export const heading = 'Timestamp,Block,Tx_hash,From,From_label,To,To_label,Value_in_USD'
export const address = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`
export const tx = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** Creates hourly payments (from, to, USD), each in a separate transaction. */
export function madeFlows(
  payments: readonly (readonly [number, number, number])[],
  labels: Readonly<Record<number, string>> = {},
): string {
  const rows = payments.map(([from, to, usd], index) => {
    const time = new Date(Date.UTC(2024, 0, 1, index)).toISOString().slice(0, 19).replace('T', ' ')
    const cells = [time, 1000 + index * 300, tx(index + 1), address(from), labels[from] ?? '', address(to)]
    return [...cells, labels[to] ?? '', usd].join(',')
  })
  return `${[heading, ...rows].join('\n')}\n`
}
