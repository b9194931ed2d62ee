import type { Transfer } from '@touchstone/kyt'

/**
 * Tracks the spare funds of a case's addresses. Generated payments must not spend funds that recorded
 * transfers need.
 */
export type CaseBalances = {
  /** Returns the address's lowest balance from this time onwards. */
  spareFrom(address: string, time: number): bigint
  book(address: string, time: number, change: bigint): void
  /** Returns the time of an address's first transfer. */
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
        // Calculates the balance before this time and the lowest balance after it.
        if (when >= time && (least === undefined || balance < least)) least = balance
        balance += change
      }
      return least === undefined || balance < least ? balance : least
    },
  }
}
