import type { Engine } from '../ledger/places.ts'

export type Sizes = {
  /** Transfers of the ledgers that are compared with plain rows. */
  transfers: number
  /** Transfers that are imported after those, and into each larger ledger. */
  further: number
  /** Transfers of the ledgers that show what growth costs. */
  grown: Readonly<Record<Engine, readonly number[]>>
  /** Questions of each kind, one at a time; those about the hottest address take longer. */
  repeats: number
  hotRepeats: number
  /** Ordinary addresses that are asked about, and how many of them again and again. */
  ordinary: number
  remembered: number
  /** Rounds in which ledgers of different sizes take turns. */
  rounds: number
  callers: number
  hotAddresses: number
  /** Connections for plain rows: what suits them best depends on the machine, and the best one counts. */
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

/** `--full`: ten times as many; what growth costs is measured on the server alone. */
export const largestSizes: Sizes = {
  ...fullSizes,
  transfers: 2_000_000,
  further: 200_000,
  grown: { server: [20_000_000], embedded: [] },
}

/** An embedded ledger of the larger size would take most of the time. */
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
