import type { Chunk, FullAccount } from './account-change-store.ts'
import { packEach, readMovements } from './packed-movements.ts'

/** Bytes of the newest movements that stay with an account after it was sealed. */
const keptBytes = 500
/** A chunk with its key stays below the two kilobytes from which on a row is moved out of line. */
const chunkBytes = 1700

/** Cuts the older movements of an account into chunks. The newest stay, as they are asked for most. */
export function sealAccount(account: FullAccount): { readonly left: FullAccount; readonly sealed: Chunk[] } {
  const { address, coin, head } = account
  const movements = readMovements(head, coin).sort((a, b) => a.time - b.time || a.block - b.block)
  const packed = packEach(movements.map((movement) => [movement]))
  const rows = packed.map((bytes, index) => ({ time: movements[index]?.time ?? 0, bytes }))
  let first = rows.length
  for (let kept = 0; first > 0 && kept < keptBytes; first--) kept += rows[first - 1]?.bytes.length ?? 0
  const sealed: Chunk[] = []
  let chunk: typeof rows = []
  let size = 0
  const close = () => {
    const [oldest, newest] = [chunk[0], chunk.at(-1)]
    if (oldest === undefined || newest === undefined) return
    sealed.push({
      address,
      coin,
      seq: account.chunks + sealed.length,
      first: oldest.time,
      last: newest.time,
      rows: Buffer.concat(chunk.map(({ bytes }) => bytes)),
    })
    chunk = []
    size = 0
  }
  for (const row of rows.slice(0, first)) {
    if (size + row.bytes.length > chunkBytes) close()
    chunk.push(row)
    size += row.bytes.length
  }
  close()
  const left = Buffer.concat(rows.slice(first).map(({ bytes }) => bytes))
  return { left: { address, coin, chunks: account.chunks + sealed.length, head: left }, sealed }
}
