import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The positions of a transaction's transfers, which are the same in data from a node and in ethereum-etl
 * files. Kinds of transfers have disjoint ranges, all below 2^53:
 *
 * | position          | transfer                                                                     |
 * |-------------------|------------------------------------------------------------------------------|
 * | 0                 | the value of the transaction                                                 |
 * | log index + 1     | a token's Transfer log; the index is unique in the block                     |
 * | withdrawal index  | a withdrawal from the beacon chain; its "transaction" is the block's hash     |
 * | 2^50 + n          | the nth reward of the block; its "transaction" is the block's hash            |
 * | 2^51              | the fee                                                                      |
 * | 2^51 + 1          | coins minted for the sender by a deposit from the parent chain (OP stack)    |
 * | 2^52 … 2^53 - 1   | an internal transfer                                                         |
 */
export const valuePosition = 0
export const feePosition = 2 ** 51
export const depositPosition = 2 ** 51 + 1

export function logPosition(logIndex: number): number {
  return logIndex + 1
}

/** `ordinal`: 0 for the first reward among the block's traces. */
export function rewardPosition(ordinal: number): number {
  return 2 ** 50 + ordinal
}

const firstTracePosition = 2 ** 52

/**
 * Returns the position of a call inside a transaction, from its trace address as written by ethereum-etl:
 * `0,1,2`. The empty path is the transaction's top-level call, whose transfer is the transaction's own value.
 *
 * Paths can be arbitrarily long, so the position is 2^52 plus the first 52 bits of the path's SHA-256 hash.
 */
export function tracePosition(path: string): number {
  if (path === '') return valuePosition
  const hash = sha256(utf8ToBytes(path))
  let bits = 0
  for (const byte of hash.subarray(0, 6)) bits = bits * 256 + byte
  return firstTracePosition + bits * 16 + ((hash[6] ?? 0) >> 4)
}
