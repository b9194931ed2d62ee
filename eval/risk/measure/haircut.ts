import type { Transfer } from '@touchstone/kyt'
import { toUsd } from '../cases/parse-usd.ts'

/**
 * Where the funds of an address came from, in USD. Any remaining funds came from background users or from a
 * service.
 */
export type Origins = { readonly thief: number; readonly unexplained: number; readonly whole: number }

/**
 * Calculates the origins of funds in a simple, independent way, to help explain missed addresses. Each
 * payment has the same mixture of origins as the payer's balance. Services neither inherit nor pass on
 * origins. Funds that an address pays beyond its recorded balance have an unexplained origin, for the
 * recipient as well.
 */
export function shareOut(
  transfers: readonly Transfer[],
  roles: { isThief(address: string): boolean; isService(address: string): boolean },
): (address: string) => Origins {
  const held = new Map<string, Origins>()
  const received = new Map<string, Origins>()
  const nothing: Origins = { thief: 0, unexplained: 0, whole: 0 }
  const add = (a: Origins, b: Origins, times = 1): Origins => ({
    thief: a.thief + times * b.thief,
    unexplained: a.unexplained + times * b.unexplained,
    whole: a.whole + times * b.whole,
  })
  for (const { from, to, amount } of transfers) {
    const usd = toUsd(amount)
    let paid: Origins = { ...nothing, whole: usd }
    if (roles.isThief(from)) paid = { ...paid, thief: usd }
    else if (from !== '' && !roles.isService(from)) {
      const balance = held.get(from) ?? nothing
      const part = balance.whole > 0 ? Math.min(1, usd / balance.whole) : 0
      const beyond = Math.max(0, usd - balance.whole)
      held.set(from, add(balance, balance, -part))
      paid = { thief: balance.thief * part, unexplained: balance.unexplained * part + beyond, whole: usd }
    }
    if (to === '' || roles.isService(to)) continue
    held.set(to, add(held.get(to) ?? nothing, paid))
    received.set(to, add(received.get(to) ?? nothing, paid))
  }
  return (address) => received.get(address) ?? nothing
}
