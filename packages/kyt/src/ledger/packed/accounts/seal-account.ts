import { kindNumbers, placesOf, type RowPlace } from '../packing/packed-movements.ts'
import type { Chunk, FullAccount } from './account-change-store.ts'
import { countDirection, received, sent, type TransactionCounts } from './add-up-batch.ts'

/**
 * Maximum size in bytes of the packed movements that are stored with an account's totals. Excess movements
 * are sealed into chunks.
 */
export const headBytes = 1000
/** Size in bytes of the newest movements that stay with an account after sealing. */
const keptBytes = 500
/** Keeps a chunk, including its key, below 2 kB, because PostgreSQL stores larger rows out of line. */
const chunkBytes = 1700

/**
 * Cuts an account's older movements into chunks. The newest movements stay with the account's totals, because
 * they are read most often. All movements of a transaction go into the same chunk, so that the chunks' counts
 * can be added up. A chunk is larger than usual if one transaction requires it.
 */
export function sealAccount(account: FullAccount): { readonly left: FullAccount; readonly sealed: Chunk[] } {
  const { address, coin, head } = account
  const rows = placesOf(head).sort(inOrder)
  let first = rows.length
  for (let kept = 0; first > 0 && kept < keptBytes; first--) kept += lengthOf(rows[first - 1])
  while (first < rows.length && areOfOne(rows[first - 1], rows[first])) first += 1
  const sealed: Chunk[] = []
  for (let start = 0; start < first; ) {
    const end = endOfChunk(rows, start, first)
    const seq = account.chunks + sealed.length
    sealed.push({ address, coin, seq, ...chunkOf(head, rows.slice(start, end)) })
    start = end
  }
  const chunks = account.chunks + sealed.length
  return { left: { address, coin, chunks, head: cut(head, rows.slice(first)) }, sealed }
}

/** Builds a chunk from packed movements in any order. */
export function packChunk(key: Pick<Chunk, 'address' | 'coin' | 'seq'>, packed: Buffer): Chunk {
  return { ...key, ...chunkOf(packed, placesOf(packed).sort(inOrder)) }
}

function chunkOf(
  packed: Buffer,
  rows: readonly RowPlace[],
): Pick<Chunk, 'first' | 'last' | 'rows'> & TransactionCounts {
  const [oldest, newest] = [rows[0], rows.at(-1)]
  if (oldest === undefined || newest === undefined) throw new RangeError('a chunk has no movements')
  const { txs, receivedTxs, spentTxs } = countOf(rows)
  return { first: oldest.time, last: newest.time, rows: cut(packed, rows), txs, receivedTxs, spentTxs }
}

/**
 * Returns the exclusive end of the chunk that starts at `start`: the index of the first row of the first
 * transaction that does not fit.
 */
function endOfChunk(rows: readonly RowPlace[], start: number, most: number): number {
  let end = start
  for (let size = 0, next = start; next < most; ) {
    do {
      size += lengthOf(rows[next])
      next += 1
    } while (next < most && areOfOne(rows[next - 1], rows[next]))
    if (size > chunkBytes && end > start) break
    end = next
  }
  return end
}

function countOf(rows: readonly RowPlace[]): TransactionCounts {
  const counts = { txs: 0, receivedTxs: 0, spentTxs: 0, directions: 0 }
  for (const [index, row] of rows.entries()) {
    if (!areOfOne(rows[index - 1], row)) counts.directions = 0
    if (row.kind === kindNumbers.in) countDirection(counts, received)
    else if (row.kind === kindNumbers.out) countDirection(counts, sent)
  }
  return counts
}

/** Sorts rows oldest first, with the movements of a transaction next to each other. */
function inOrder(one: RowPlace, other: RowPlace): number {
  return (
    one.time - other.time || one.block - other.block || one.txHigh - other.txHigh || one.txLow - other.txLow
  )
}

const areOfOne = (one: RowPlace | undefined, other: RowPlace | undefined) =>
  one !== undefined && other !== undefined && one.txLow === other.txLow && one.txHigh === other.txHigh

const lengthOf = (row: RowPlace | undefined) => (row === undefined ? 0 : row.end - row.start)

const cut = (packed: Buffer, rows: readonly RowPlace[]) =>
  Buffer.concat(rows.map(({ start, end }) => packed.subarray(start, end)))
