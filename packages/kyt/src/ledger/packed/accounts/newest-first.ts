import type { Movement } from '../../movement.ts'
import { newerFirst } from '../../page-cut.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { type Account, type Chunk, selectChunksBefore, type WholeAccount } from './account-read-store.ts'

/**
 * Yields an account's movements in a time range in groups, newest first. All movements from one second are in
 * the same group. Chunks can overlap when older history arrives later, so a movement is yielded only when no
 * remaining chunk can contain a newer movement. If `before` is given, skips all chunks that are not before
 * it.
 */
export async function* newestFirst(
  db: LedgerDb,
  window: Account & { readonly from: number; readonly to: number },
  own: Pick<WholeAccount, 'head' | 'hasChunks'> & { readonly before?: Pick<Chunk, 'last' | 'seq'> },
): AsyncGenerator<Movement[]> {
  const read = (packed: Buffer) =>
    readMovements(packed, window.coin).filter(({ time }) => time >= window.from && time <= window.to)
  let waiting = read(own.head)
  let before = own.before
  for (let isLast = !own.hasChunks; !isLast; ) {
    const page = await selectChunksBefore(db, { ...window, before })
    for (const chunk of page.chunks) {
      const newer = waiting.filter(({ time }) => time > chunk.last)
      if (newer.length > 0) {
        waiting = waiting.filter(({ time }) => time <= chunk.last)
        yield newer.sort(newerFirst)
      }
      waiting.push(...read(chunk.rows))
      before = chunk
    }
    isLast = page.isLast
  }
  if (waiting.length > 0) yield waiting.sort(newerFirst)
}
