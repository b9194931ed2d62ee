export type Sizes = {
  /** Transfers of the ledger that is compared with PostgreSQL and with the bare engine. */
  transfers: number
  /** Transfers of the ledgers that show what growth costs, the smaller first. */
  grown: readonly number[]
  /** Questions of each kind, one at a time; those about the hottest address take longer. */
  repeats: number
  hotRepeats: number
  /** Ordinary addresses that are asked about again and again. */
  ordinary: number
  /** Ordinary addresses that many callers ask about for the first time. */
  fresh: number
  /** Rounds in which ledgers of different sizes take turns. */
  rounds: number
  callers: number
  hotAddresses: number
  warmupSeconds: number
  seconds: number
}

export const fullSizes: Sizes = {
  transfers: 2_000_000,
  grown: [20_000_000],
  repeats: 200,
  hotRepeats: 40,
  ordinary: 100,
  fresh: 30_000,
  rounds: 5,
  callers: 32,
  hotAddresses: 32,
  warmupSeconds: 1,
  seconds: 3,
}

/** `--full`: a ledger of a hundred million more. */
export const largestLedger = 100_000_000

export const quickSizes: Sizes = {
  ...fullSizes,
  transfers: 200_000,
  grown: [1_000_000],
  repeats: 100,
  fresh: 9000,
  hotRepeats: 20,
  rounds: 3,
  warmupSeconds: 0.5,
  seconds: 1.5,
}
