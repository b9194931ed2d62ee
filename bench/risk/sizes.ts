import type { Engine } from '../ledger/places.ts'

export type Sizes = {
  /** Numbers of transfers in each engine's ledgers, smallest first. */
  ledgers: Readonly<Record<Engine, readonly number[]>>
  /**
   * Number of transfers of an unlabelled address. In a ledger with more than ten times as many transfers, a
   * second unlabelled address has a tenth of all transfers.
   */
  whale: number
  chains: number
  /**
   * Number of ordinary addresses that are queried uncached, and the number that are queried repeatedly with
   * caches.
   */
  ordinary: number
  remembered: number
  /**
   * Number of sequential queries of each kind about ordinary addresses. Queries about other addresses take
   * longer, so there are fewer.
   */
  repeats: number
  longRepeats: number
  hotAddresses: number
  rounds: number
  callers: number
  warmupSeconds: number
  seconds: number
}

export const fullSizes: Sizes = {
  ledgers: { server: [200_000, 2_000_000], embedded: [200_000, 1_000_000] },
  whale: 20_000,
  chains: 16,
  ordinary: 5000,
  remembered: 100,
  repeats: 200,
  longRepeats: 20,
  hotAddresses: 16,
  rounds: 3,
  callers: 16,
  warmupSeconds: 0.5,
  seconds: 3,
}

/** With `--full`, adds a server ledger of twenty million transfers, in which one address has two million. */
export const largestLedger = 20_000_000

/** The larger embedded ledger is omitted because it would take most of the time. */
export const quickSizes: Sizes = {
  ...fullSizes,
  ledgers: { server: [20_000, 100_000], embedded: [20_000] },
  whale: 2000,
  chains: 4,
  ordinary: 1000,
  remembered: 20,
  repeats: 30,
  longRepeats: 3,
  hotAddresses: 8,
  rounds: 1,
  warmupSeconds: 0.1,
  seconds: 0.5,
}

/**
 * Returns the transfer counts of the unlabelled whales: the given size, and a tenth of the ledger if that is
 * larger.
 */
export function whalesOf({ whale }: Sizes, transfers: number): number[] {
  return transfers / 10 > whale ? [whale, transfers / 10] : [whale]
}
