import type { WorldNetwork } from './coins.ts'

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

/** Start and exclusive end of the demo world, in Unix seconds. */
export const worldStart = Date.UTC(2025, 10, 1) / 1000
export const worldEnd = Date.UTC(2026, 10, 1) / 1000
export const worldDays = (worldEnd - worldStart) / day

export function timeOf(date: string): number {
  return Date.parse(`${date}Z`) / 1000
}

export function dayOf(time: number): number {
  return Math.floor((time - worldStart) / day)
}

/** Number of the last block before the demo world starts. */
const heights: Record<WorldNetwork, number> = { BTC: 921_800, ETH: 23_698_000, TRX: 77_060_000 }
const intervals: Record<WorldNetwork, number> = { BTC: 600, ETH: 12, TRX: 3 }

/**
 * Returns the first block that can include a transaction sent at `time`. All transactions in a block have the
 * block's timestamp.
 */
export function blockAt(network: WorldNetwork, time: number): { block: number; time: number } {
  const interval = intervals[network]
  let index = Math.floor((time - worldStart) / interval)
  if (startOf(network, index) < time) index++
  return { block: heights[network] + 1 + index, time: startOf(network, index) }
}

function startOf(network: WorldNetwork, index: number): number {
  const regular = worldStart + index * intervals[network]
  // Bitcoin blocks are found at irregular times. Each delay is shorter than the interval between blocks, so
  // the order of the blocks is preserved.
  return network === 'BTC' ? regular + ((Math.imul(index, 0x9e3779b1) >>> 0) % intervals.BTC) : regular
}
