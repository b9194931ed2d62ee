import type { Engine } from '../ledger/places.ts'

export type Sizes = {
  /** Number of transfers in the ledgers that are compared with plain rows. */
  transfers: number
  /** Number of transfers that are later imported into each of these ledgers and each larger ledger. */
  further: number
  /** Numbers of transfers in the ledgers that show how times change with the ledger's size. */
  grown: Readonly<Record<Engine, readonly number[]>>
  /** Number of sequential queries of each kind. Queries about the hottest address take longer. */
  repeats: number
  hotRepeats: number
  /**
   * Number of ordinary addresses that are queried uncached, and the number that are queried repeatedly with
   * caches.
   */
  ordinary: number
  remembered: number
  /** Rounds in which ledgers of different sizes alternate. */
  rounds: number
  callers: number
  hotAddresses: number
  /**
   * Connection counts to try for plain rows. The best count depends on the machine and is used for the
   * comparison.
   */
  pools: readonly number[]
  warmupSeconds: number
  seconds: number
}

export const fullSizes: Sizes = {
  transfers: 200_000,
  further: 20_000,
  grown: { server: [2_000_000], embedded: [1_000_000] },
  repeats: 200,
  hotRepeats: 40,
  ordinary: 5000,
  remembered: 100,
  rounds: 5,
  callers: 32,
  hotAddresses: 32,
  pools: [8, 32],
  warmupSeconds: 1,
  seconds: 3,
}

/** With `--full`, ledgers have ten times as many transfers, and growth is measured on the server only. */
export const largestSizes: Sizes = {
  ...fullSizes,
  transfers: 2_000_000,
  further: 200_000,
  grown: { server: [20_000_000], embedded: [] },
}

/** The larger embedded ledger is omitted because it would take most of the time. */
export const quickSizes: Sizes = {
  ...fullSizes,
  transfers: 20_000,
  further: 5000,
  grown: { server: [100_000], embedded: [] },
  repeats: 30,
  hotRepeats: 8,
  ordinary: 1000,
  remembered: 20,
  rounds: 2,
  pools: [8],
  warmupSeconds: 0.1,
  seconds: 0.5,
}
