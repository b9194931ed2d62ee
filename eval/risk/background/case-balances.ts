import type { Transfer } from '@touchstone/kyt'

/** What the addresses of a case can spare, so that what is invented never spends what the records need. */
export type CaseBalances = {
  /** The least that it will ever have from then on. */
  spareFrom(address: string, time: number): bigint
  book(address: string, time: number, change: bigint): void
  /** When it first had anything to do with money. */
  firstSeen(address: string): number | undefined
}

export function createCaseBalances(transfers: readonly Transfer[]): CaseBalances {
  const changes = new Map<string, { time: number; change: bigint }[]>()
  const book = (address: string, time: number, change: bigint) => {
    const known = changes.get(address)
    if (known === undefined) changes.set(address, [{ time, change }])
    else known.push({ time, change })
  }
  for (const { from, to, time, amount } of transfers) {
    if (from !== '') book(from, time, -amount)
    if (to !== '') book(to, time, amount)
  }
  return {
    book,
    firstSeen: (address) =>
      changes.get(address)?.reduce((first, { time }) => Math.min(first, time), Number.POSITIVE_INFINITY),
    spareFrom(address, time) {
      const known = (changes.get(address) ?? []).toSorted((a, b) => a.time - b.time)
      let balance = 0n
      let least: bigint | undefined
      for (const { time: when, change } of known) {
        // Until then what it had just before counts, and from then on the least of what follows.
        if (when >= time && (least === undefined || balance < least)) least = balance
        balance += change
      }
      return least === undefined || balance < least ? balance : least
    },
  }
}
