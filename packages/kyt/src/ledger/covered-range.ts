/** A network's block range, both ends inclusive, with the times of its first and last block. */
export type BlockRange = {
  readonly network: number
  readonly first: number
  readonly last: number
  /** Unix seconds. */
  readonly firstTime: number
  readonly lastTime: number
}

/**
 * How completely a source has reported a block range: every transfer in the blocks, the whole history of
 * every address that occurs in the range, or an unknown part of the transfers.
 */
export const extents = ['blocks', 'addresses', 'transfers'] as const
export type Extent = (typeof extents)[number]

/** A block range that one kind of source has added to the ledger. */
export type CoveredRange = BlockRange & {
  /** The kind of source, for example `follow` or `ethereum-etl`. */
  readonly source: string
  readonly extent: Extent
  /** When the source was last read, in Unix seconds. */
  readonly readAt: number
}
