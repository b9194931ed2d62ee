import type { Transfer } from '@touchstone/kyt'
import { toUsd } from '../cases/parse-usd.ts'

/** The origins of an address's funds, in USD. The remaining funds came from other people or a service. */
export type Origins = { readonly thief: number; readonly unexplained: number; readonly whole: number }

/**
 * A simple independent calculation that helps to explain missed addresses. Each payment has the same mixture
 * of origins as the balance from which it is paid. Services neither inherit nor pass on origins. The origin
 * of payments beyond the recorded balance is unexplained, also for their receiver.
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
