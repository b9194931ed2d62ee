import type { BlockRange } from '../ledger/covered-range.ts'
import type { PackedPiece, SourceTransaction } from '../ledger/ledger-store.ts'
import { widenRanges } from './block-ranges.ts'
import type { RejectedRow } from './rejects.ts'
import { createTransferConverter } from './transfer-converter.ts'
import type { Facts, ReadPosition, TransferSource } from './transfer-source.ts'

/** A batch read from a source, packed into pieces. */
export type PackedBatch = {
  readonly pieces: readonly PackedPiece[]
  /** The block ranges that the pieces cover. */
  readonly ranges: readonly BlockRange[]
  /** Number of rows read, including invalid ones. */
  readonly rows: number
  readonly problems: readonly RejectedRow[]
  /**
   * The position from which reading can resume once this batch and all previous ones are staged. Absent if
   * some transfers read so far are not in a piece yet.
   */
  readonly reached?: ReadPosition
}

export type PackOptions = {
  readonly source: TransferSource
  readonly from: ReadPosition | undefined
  readonly facts: Facts
  /** Transfers per piece. */
  readonly pieceTransfers: number
  pack(transactions: readonly SourceTransaction[]): Promise<PackedPiece>
}

/** Reads a source and packs its transfers into pieces for staging. */
export async function* packSource(options: PackOptions): AsyncGenerator<PackedBatch> {
  const { source, from, facts, pieceTransfers, pack } = options
  const convert = createTransferConverter()
  let pending: SourceTransaction[] = []
  let transfers = 0
  let packing: Promise<PackedPiece>[] = []
  let ranges: readonly BlockRange[] = []
  const packPending = () => {
    if (pending.length === 0) return
    const packed = pack(pending)
    // The promise is awaited at the end of the batch. Without this handler, an earlier rejection would be
    // reported as unhandled.
    packed.catch(() => {})
    packing.push(packed)
    ranges = widenRanges(
      ranges,
      pending.map(({ network, block, time }) => ({
        ...{ network, first: block, last: block, firstTime: time, lastTime: time },
      })),
    )
    pending = []
    transfers = 0
  }
  const add = (transactions: readonly SourceTransaction[], count: number) => {
    for (const transaction of transactions) pending.push(transaction)
    transfers += count
    if (transfers >= pieceTransfers) packPending()
  }
  const takePacked = async () => {
    const taken = { pieces: await Promise.all(packing), ranges }
    packing = []
    ranges = []
    return taken
  }
  let last = from
  for await (const { entries, reached } of source.read(from, facts)) {
    let rows = 0
    const problems: RejectedRow[] = []
    for (const entry of entries) {
      if ('problem' in entry) {
        rows += 1
        problems.push(entry)
        continue
      }
      if ('transaction' in entry) {
        rows += 1
        add([entry.transaction], 1)
        continue
      }
      rows += entry.transfers.length
      for (let at = 0; at < entry.transfers.length; at += pieceTransfers) {
        const some = entry.transfers.slice(at, at + pieceTransfers)
        add(convert(some), some.length)
      }
    }
    last = reached
    // Packs the remaining transfers as well, because reading can resume at this position only if all
    // transfers read so far are in pieces.
    if (packing.length > 0) packPending()
    const packed = await takePacked()
    yield { ...packed, rows, problems, ...(packed.pieces.length > 0 && { reached }) }
  }
  packPending()
  yield { ...(await takePacked()), rows: 0, problems: [], ...(last !== undefined && { reached: last }) }
}
