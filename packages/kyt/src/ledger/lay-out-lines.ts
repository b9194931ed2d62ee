import type { ClickHouse } from '@touchstone/storage'
import type { FramedLines } from './frame-lines.ts'

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
  options: { from: LaidOutFile; firstChunk: number; file: number },
): AsyncGenerator<FramedLines> {
  const { from, firstChunk, file } = options
  if (from.rows > 0) await from.layOut(clickhouse, { firstChunk, chunkRows, file })
  for (let at = 0; at < from.rows; at += chunkRows) {
    const lines = Math.min(chunkRows, from.rows - at)
    yield { lines, nextOffset: at + lines }
  }
}
