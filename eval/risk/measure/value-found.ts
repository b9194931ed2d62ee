import type { LaunderingCase } from '../cases/laundering-case.ts'
import { toUsd } from '../cases/parse-usd.ts'
import { isHigh, isModerate } from './ask-score.ts'
import type { Scores } from './score-all.ts'

/** In USD: what arrived at the ends of a case, and how much of that who received it would have been warned of. */
export type ValueFound = {
  total: number
  moderate: number
  high: number
  /** Of the total: passed on by a service, such as an exchange's deposit address to its hot wallet. */
  throughServices: number
}

/**
 * Money that arrives at an address is found when the address is. An end that is a service is warned of who sends: there
 * the sender counts. Where the sender is itself a service, so does whoever the service had it from, in proportion.
 */
export function valueFound(the: LaunderingCase, scores: Scores): ValueFound {
  const isOwner = (address: string) => address !== '' && !the.services.has(address)
  const found = (flagged: (address: string) => boolean) => {
    const shares = new Map<string, number>()
    const shareOf = (sender: string): number => {
      if (isOwner(sender)) return Number(flagged(sender))
      const known = shares.get(sender)
      if (known !== undefined) return known
      // Services that pay one another in a circle: what is not worked out yet counts as not found.
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
