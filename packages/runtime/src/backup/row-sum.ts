import { hash } from 'node:crypto'

/**
 * The number of rows of a table and a sum over their hashes, which does not depend on the order of the rows. The
 * sum detects differences between two copies of a table. It does not protect against somebody who writes rows:
 * the parts of a backup are authenticated for that.
 */
export type RowSum = {
  add(lines: Uint8Array): number
  rows(): number
  hex(): string
}

const newline = 10
const words = 8

/** Adds up rows in PostgreSQL's text format, in which each row is one line. */
export function createRowSum(): RowSum {
  const sum = new Uint32Array(words)
  let rows = 0
  return {
    add(lines) {
      const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
      const before = rows
      for (let start = 0; start < bytes.length; ) {
        const found = bytes.indexOf(newline, start)
        const end = found < 0 ? bytes.length : found
        const digest = hash('sha256', bytes.subarray(start, end), 'buffer')
        for (let word = 0; word < words; word++) sum[word] = (sum[word] ?? 0) + digest.readUInt32LE(4 * word)
        rows += 1
        start = end + 1
      }
      return rows - before
    },
    rows: () => rows,
    hex: () => Buffer.from(sum.buffer).toString('hex'),
  }
}
