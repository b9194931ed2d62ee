import type { Chunk, FullAccount } from './account-change-store.ts'
import { placesOf, type RowPlace } from './packed-movements.ts'

/** Bytes of movements that an account holds beside its sums; more of them are sealed. */
export const headBytes = 1000
/** Bytes of the newest movements that stay with an account after it was sealed. */
const keptBytes = 500
/** A chunk with its key stays below the two kilobytes from which on a row is moved out of line. */
const chunkBytes = 1700

/** Cuts the older movements of an account into chunks. The newest stay, as they are asked for most. */
export function sealAccount(account: FullAccount): { readonly left: FullAccount; readonly sealed: Chunk[] } {
  const { address, coin, head } = account
  const rows = placesOf(head).sort((a, b) => a.time - b.time || a.block - b.block)
  const cut = (some: readonly RowPlace[]) =>
    Buffer.concat(some.map(({ start, end }) => head.subarray(start, end)))
  let first = rows.length
  for (let kept = 0; first > 0 && kept < keptBytes; first--) kept += lengthOf(rows[first - 1])
  const sealed: Chunk[] = []
  let chunk: RowPlace[] = []
  let size = 0
  const close = () => {
    const [oldest, newest] = [chunk[0], chunk.at(-1)]
    if (oldest === undefined || newest === undefined) return
    const seq = account.chunks + sealed.length
    sealed.push({ address, coin, seq, first: oldest.time, last: newest.time, rows: cut(chunk) })
    chunk = []
    size = 0
  }
  for (const row of rows.slice(0, first)) {
    if (size + lengthOf(row) > chunkBytes) close()
    chunk.push(row)
    size += lengthOf(row)
  }
  close()
  const left = { address, coin, chunks: account.chunks + sealed.length, head: cut(rows.slice(first)) }
  return { left, sealed }
}

const lengthOf = (row: RowPlace | undefined) => (row === undefined ? 0 : row.end - row.start)
