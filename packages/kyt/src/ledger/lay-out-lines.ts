import type { ClickHouse } from '@touchstone/storage'
import type { FramedLines } from './frame-lines.ts'
import { dropLines } from './staging-store.ts'

/** A file whose rows the engine itself lays out as lines, all of them at once. */
export type LaidOutFile = {
  readonly rows: number
  /** Lays row n, from 0 on, as line n + 1 into the chunk `firstChunk + intDiv(n, chunkRows)`. */
  layOut(clickhouse: ClickHouse, to: { firstChunk: number; chunkRows: number; file: number }): Promise<void>
}

const chunkRows = 100_000

/** The lines of such a file, a chunk at a time; offsets count rows. */
export async function* layOutLines(
  clickhouse: ClickHouse,
  options: { from: LaidOutFile; offset: number; firstChunk: number; file: number },
): AsyncGenerator<FramedLines> {
  const { rows } = options.from
  if (options.offset === 0) {
    // A crash may have left a part of them, which nothing tells from the whole.
    for (let at = 0; at < rows; at += chunkRows) {
      await dropLines(clickhouse, options.firstChunk + at / chunkRows)
    }
    const { firstChunk, file } = options
    if (rows > 0) await options.from.layOut(clickhouse, { firstChunk, chunkRows, file })
  }
  for (let at = options.offset; at < rows; at += chunkRows) {
    const lines = Math.min(chunkRows, rows - at)
    yield { lines, nextOffset: at + lines }
  }
}
