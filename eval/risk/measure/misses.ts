import type { Transfer } from '@touchstone/kyt'
import type { Background } from '../background/generate-background.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'
import { toUsd } from '../cases/parse-usd.ts'
import { placesOf } from '../cases/walk.ts'
import { isHigh, isModerate } from './ask-score.ts'
import { shareOut } from './haircut.ts'
import type { Scores } from './score-all.ts'

/** An address downstream of a thief that scored below High. */
export type Miss = {
  readonly case: string
  readonly address: string
  readonly hops: number
  readonly score: number
  readonly level: string
  readonly receivedUsd: number
  readonly reason: string
}

/**
 * Possible reasons for a miss, in the order in which they are checked. The first one that applies is
 * reported.
 */
export const reasons = {
  dust: 'received so little that it counts as dust',
  early: 'received its funds before stolen funds could have arrived',
  service: 'most of its funds came from a service',
  unexplained: 'most of its funds have no recorded origin',
  mixed: 'mixed with more clean funds, at the address or on the path',
  thinned: 'half or more of its funds are clean or of unrecorded origin',
  far: 'five hops or more from the thief',
  none: 'none of these',
} as const

export function missesOf(options: {
  the: LaunderingCase
  background: Background
  scores: Scores
  dustUsd: number
}): Miss[] {
  const { the, background, scores, dustUsd } = options
  const everything = [...the.transfers, ...background.transfers].sort(inOrder)
  const received = new Map<string, Transfer[]>()
  for (const transfer of everything) {
    const known = received.get(transfer.to)
    if (known === undefined) received.set(transfer.to, [transfer])
    else known.push(transfer)
  }
  const inTime = reachedInTime(the)
  const originsOf = shareOut(everything, {
    isThief: (address) => the.sources.has(address),
    isService: (address) => the.services.has(address) || background.furtherServices.has(address),
  })

  const reasonOf = (address: string, hops: number): string => {
    const incoming = received.get(address) ?? []
    const sum = usdOf(incoming)
    if (sum < dustUsd) return reasons.dust
    if (!inTime.has(address)) return reasons.early
    const isService = ({ from }: Transfer) => the.services.has(from) || background.furtherServices.has(from)
    if (usdOf(incoming.filter(isService)) >= sum / 2) return reasons.service
    const { thief, unexplained, whole } = originsOf(address)
    if (unexplained > whole / 2) return reasons.unexplained
    if (whole - thief - unexplained > whole / 2) return reasons.mixed
    if (thief <= whole / 2) return reasons.thinned
    return hops >= 5 ? reasons.far : reasons.none
  }

  const misses: Miss[] = []
  for (const [address, place] of placesOf(the)) {
    const scored = scores.get(address)
    if (place.at !== 'downstream' || scored === undefined || isHigh(scored)) continue
    misses.push({
      case: the.name,
      address,
      hops: place.hops,
      ...scored,
      receivedUsd: usdOf(received.get(address) ?? []),
      reason: reasonOf(address, place.hops),
    })
  }
  return misses.sort(
    (a, b) =>
      Number(isModerate(scores.get(a.address))) - Number(isModerate(scores.get(b.address))) ||
      b.receivedUsd - a.receivedUsd,
  )
}

const inOrder = (a: Transfer, b: Transfer) =>
  a.time - b.time || a.block - b.block || (a.tx === b.tx ? a.position - b.position : 0)

function usdOf(transfers: readonly Transfer[]): number {
  return transfers.reduce((sum, { amount }) => sum + toUsd(amount), 0)
}

/**
 * Returns the addresses that stolen funds could have reached, assuming that an address can only pass on funds
 * that it has already received.
 */
export function reachedInTime(the: LaunderingCase): Set<string> {
  const reached = new Set(the.sources)
  for (const { from, to } of the.transfers) {
    if (reached.has(from) && !the.services.has(to) && to !== '') reached.add(to)
  }
  return reached
}
