import type { LaunderingCase } from '../cases/laundering-case.ts'
import { toUsd } from '../cases/parse-usd.ts'
import { isHigh, isModerate } from './ask-score.ts'
import type { Scores } from './score-all.ts'

/**
 * The value in USD that arrived at the ends of a case, and how much of it would have raised an alert at
 * Moderate and at High.
 */
export type ValueFound = {
  total: number
  moderate: number
  high: number
  /** The part of the total that was paid by services, for example by a deposit address to a hot wallet. */
  throughServices: number
}

/**
 * Measures the value whose arrival would raise an alert. Value that arrives at an ordinary address is found
 * if that address is flagged. Value that arrives at a service is found if its sender is flagged. If the
 * sender is also a service, the value counts as found in the same proportion as the sender's own receipts.
 */
export function valueFound(the: LaunderingCase, scores: Scores): ValueFound {
  const isOwner = (address: string) => address !== '' && !the.services.has(address)
  const found = (flagged: (address: string) => boolean) => {
    const shares = new Map<string, number>()
    const shareOf = (sender: string): number => {
      if (isOwner(sender)) return Number(flagged(sender))
      const known = shares.get(sender)
      if (known !== undefined) return known
      // If services pay each other in a cycle, shares that are not yet known count as not found.
      shares.set(sender, 0)
      let sum = 0
      let flaggedSum = 0
      for (const { from, to, amount } of the.transfers) {
        if (to !== sender || from === '' || from === sender) continue
        sum += toUsd(amount)
        flaggedSum += toUsd(amount) * shareOf(from)
      }
      const share = sum === 0 ? 0 : flaggedSum / sum
      shares.set(sender, share)
      return share
    }
    return (from: string, to: string) => (isOwner(to) ? Number(flagged(to)) : shareOf(from))
  }
  const moderate = found((address) => isModerate(scores.get(address)))
  const high = found((address) => isHigh(scores.get(address)))
  const value: ValueFound = { total: 0, moderate: 0, high: 0, throughServices: 0 }
  for (const { from, to, amount } of the.transfers) {
    if (!the.terminals.has(to)) continue
    const usd = toUsd(amount)
    value.total += usd
    value.moderate += usd * moderate(from, to)
    value.high += usd * high(from, to)
    if (!isOwner(from)) value.throughServices += usd
  }
  return value
}
