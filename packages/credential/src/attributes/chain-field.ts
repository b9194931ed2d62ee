/** A chain as a signal: its number. */
export function chainField(blockchainId: number | bigint): bigint {
  const value = BigInt(blockchainId)
  if (value < 0n || value >= 1n << 64n) throw new RangeError('not the number of a chain')
  return value
}
