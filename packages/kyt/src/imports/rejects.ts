import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

export type RejectedRow = { file: string; line: number; problem: string; text: string }

/** Where rows go that can't be taken. */
export type Rejects = {
  /** Whether the others are imported all the same. */
  readonly tolerated: boolean
  open(goOn: boolean): Promise<RejectSink>
}

export type RejectSink = {
  /** How many of so many bad rows it would like to see. */
  wanted(count: number): number
  take(rows: readonly RejectedRow[]): Promise<void>
  first(): RejectedRow | undefined
  close(): Promise<void>
}

/** No bad row is tolerated: the first is remembered, to be named. */
export const refuseRejects: Rejects = {
  tolerated: false,
  async open() {
    let first: RejectedRow | undefined
    return {
      wanted: () => (first === undefined ? 1 : 0),
      async take(rows) {
        first ??= rows[0]
      },
      first: () => first,
      async close() {},
    }
  },
}

/** Bad rows are written to a CSV file, with the place and the reason of each; the others are imported. */
export function writeRejects(path: string): Rejects {
  return {
    tolerated: true,
    async open(goOn) {
      const handle: FileHandle = await open(path, goOn ? 'a' : 'w')
      if (!goOn) await handle.write('file,line,problem,row\n')
      let first: RejectedRow | undefined
      return {
        wanted: (count) => count,
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
