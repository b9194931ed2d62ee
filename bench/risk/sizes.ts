import type { Engine } from '../ledger/places.ts'

export type Sizes = {
  /** Transfers of the ledgers, the smaller first. */
  ledgers: Readonly<Record<Engine, readonly number[]>>
  /** Transfers of an address that nobody knows; a second one has a tenth of its ledger, where that is more. */
  whale: number
  chains: number
  /** Ordinary addresses that are asked about, and how many of them again and again. */
  ordinary: number
  remembered: number
  /** Questions of each kind about ordinary addresses, one at a time; the others take longer. */
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

/** `--full`: a ledger of twenty million more on the server, in which one address has two million. */
export const largestLedger = 20_000_000

/** An embedded ledger of the larger size would take most of the time. */
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

/** A whale of the stated size, and the largest that does not turn its ledger into something else. */
export function whalesOf({ whale }: Sizes, transfers: number): number[] {
  return transfers / 10 > whale ? [whale, transfers / 10] : [whale]
}
