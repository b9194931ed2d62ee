export type Sizes = {
  /** Transfers of the ledgers, the smaller first. */
  ledgers: readonly number[]
  /** Transfers of an address that nobody knows; a second one has a tenth of its ledger, where that is more. */
  whale: number
  chains: number
  /** Ordinary addresses that are asked about again and again. */
  ordinary: number
  /** Questions of each kind about ordinary addresses, one at a time; the others take longer. */
  repeats: number
  longRepeats: number
  /** Ordinary addresses that many callers ask about for the first time, in each round of each operation. */
  fresh: Readonly<Record<'overview' | 'score', number>>
  hotAddresses: number
  rounds: number
  callers: number
  warmupSeconds: number
  seconds: number
}

export const fullSizes: Sizes = {
  ledgers: [2_000_000, 20_000_000],
  whale: 200_000,
  chains: 16,
  ordinary: 100,
  repeats: 200,
  longRepeats: 20,
  fresh: { overview: 16_000, score: 3000 },
  hotAddresses: 16,
  rounds: 3,
  callers: 16,
  warmupSeconds: 0.5,
  seconds: 3,
}

/** `--full`: a ledger of a hundred million more, in which one address has ten million. */
export const largestLedger = 100_000_000

export const quickSizes: Sizes = {
  ...fullSizes,
  ledgers: [200_000, 1_000_000],
  whale: 20_000,
  repeats: 60,
  longRepeats: 15,
  fresh: { overview: 4500, score: 600 },
  rounds: 2,
  warmupSeconds: 0.2,
  seconds: 1,
}

/** A whale of the stated size, and the largest that does not turn its ledger into something else. */
export function whalesOf({ whale }: Sizes, transfers: number): number[] {
  return transfers / 10 > whale ? [whale, transfers / 10] : [whale]
}
