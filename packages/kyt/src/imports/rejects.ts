import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

export type RejectedRow = { file: string; line: number; problem: string; text: string }

/** Handles invalid rows. */
export type Rejects = {
  /** Whether valid rows are imported even if others are invalid. */
  readonly tolerated: boolean
  open(append: boolean): Promise<RejectSink>
}

export type RejectSink = {
  /** Returns how many of `count` invalid rows to record. */
  countToRecord(count: number): number
  take(rows: readonly RejectedRow[]): Promise<void>
  first(): RejectedRow | undefined
  close(): Promise<void>
}

/** Tolerates no invalid rows. Records the first one for the error message. */
export const refuseRejects: Rejects = {
  tolerated: false,
  async open() {
    let first: RejectedRow | undefined
    return {
      countToRecord: () => (first === undefined ? 1 : 0),
      async take(rows) {
        first ??= rows[0]
      },
      first: () => first,
      async close() {},
    }
  },
}

/**
 * Writes invalid rows to a CSV file, with each row's location and the reason. The valid rows are imported.
 */
export function writeRejects(path: string): Rejects {
  return {
    tolerated: true,
    async open(append) {
      const handle: FileHandle = await open(path, append ? 'a' : 'w')
      if (!append) await handle.write('file,line,problem,row\n')
      let first: RejectedRow | undefined
      return {
        countToRecord: (count) => count,
        async take(rows) {
          first ??= rows[0]
          const text = rows.map((row) =>
            [basename(row.file), String(row.line), row.problem, row.text].map(csvField).join(','),
          )
          if (text.length > 0) await handle.write(`${text.join('\n')}\n`)
        },
        first: () => first,
        close: () => handle.close(),
      }
    },
  }
}

const csvField = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
