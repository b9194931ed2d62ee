import type { Transfer } from '@touchstone/kyt'
import { toUsd } from '../cases/parse-usd.ts'

/**
 * A second opinion for telling why an address was missed, as simple as can be and apart from what is evaluated: every
 * payment holds as much of the thief's money as the purse that it comes from does. Services neither take it nor pass it
 * on; what an overdrawn purse pays beyond what it had is nobody's.
 */
export function shareOut(
  transfers: readonly Transfer[],
  roles: { isThief(address: string): boolean; isService(address: string): boolean },
): { taintOf(address: string): number; overdrawn: ReadonlySet<string> } {
  const purses = new Map<string, { held: number; taint: number; takenIn: number }>()
  const overdrawn = new Set<string>()
  const purseOf = (address: string) => {
    const known = purses.get(address)
    if (known !== undefined) return known
    const fresh = { held: 0, taint: 0, takenIn: 0 }
    purses.set(address, fresh)
    return fresh
  }
  for (const { from, to, amount } of transfers) {
    const usd = toUsd(amount)
    let taint = 0
    if (roles.isThief(from)) taint = usd
    else if (from !== '' && !roles.isService(from)) {
      const purse = purseOf(from)
      // A hundredth is what prices of two days differ by.
      if (usd > purse.held * 1.01 + 1) overdrawn.add(from)
      taint = purse.held > 0 ? purse.taint * Math.min(1, usd / purse.held) : 0
      purse.held = Math.max(0, purse.held - usd)
      purse.taint -= taint
    }
    if (to === '' || roles.isService(to)) continue
    const receiver = purseOf(to)
    receiver.held += usd
    receiver.taint += taint
    receiver.takenIn += taint
  }
  return { taintOf: (address) => purses.get(address)?.takenIn ?? 0, overdrawn }
}
