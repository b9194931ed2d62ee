import { type HardGroup, hardGroups } from '../background/hard-users.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'
import { isOrdinaryService } from '../cases/service-rules.ts'
import { type Place, placesOf } from '../cases/walk.ts'
import { isHigh, isModerate, type Scored } from './ask-score.ts'
import type { World } from './open-world.ts'
import type { Scores } from './score-all.ts'
import { type ValueFound, valueFound } from './value-found.ts'

/**
 * The number of addresses in a group, how many of them scored at least Moderate, and how many at least High.
 */
export type Tally = { total: number; moderate: number; high: number }

export const hopGroups = ['hop 1', 'hop 2', 'hop 3', 'hop 4', 'hop 5 or more'] as const
export const asideGroups = ['upstream', 'behind a service', 'apart'] as const
export type HopGroup = (typeof hopGroups)[number]
export type AsideGroup = (typeof asideGroups)[number]
/**
 * Groups of people outside the laundering case, for false alarms. `everybody` includes all groups, which can overlap. `others` contains the people
 * who are in no other group.
 */
export const strangerGroups = ['everybody', 'dusted', 'risky', 'paidByRisky', 'others'] as const
export type StrangerGroup = (typeof strangerGroups)[number]
/**
 * Honest addresses that are hard to distinguish from those of a thief. `paidService` contains the case's
 * labelled exchanges and pools that were paid by an unlabelled address of the case.
 */
export const honestGroups = [...hardGroups, 'paidService'] as const
export type HonestGroup = HardGroup | 'paidService'

export type Metrics = {
  readonly found: Readonly<Record<HopGroup | AsideGroup, Tally>>
  readonly alarms: Readonly<Record<StrangerGroup, Tally>>
  readonly honest: Readonly<Record<HonestGroup, Tally>>
  readonly value: ValueFound
}

export function measure({ the, background, hard, scores }: World & { scores: Scores }): Metrics {
  const metrics = emptyMetrics()
  const count = (tally: Tally, address: string) => countIn(tally, scores.get(address))
  for (const [address, place] of placesOf(the)) {
    const group = groupOf(place)
    if (group !== undefined) count(metrics.found[group], address)
  }
  for (const [address, { dust, risky, paidByRisky }] of background.strangers) {
    count(metrics.alarms.everybody, address)
    if (dust > 0n) count(metrics.alarms.dusted, address)
    if (risky) count(metrics.alarms.risky, address)
    if (paidByRisky) count(metrics.alarms.paidByRisky, address)
    if (dust === 0n && !risky && !paidByRisky) count(metrics.alarms.others, address)
  }
  for (const [address, group] of hard.users) count(metrics.honest[group], address)
  for (const address of paidServices(the)) count(metrics.honest.paidService, address)
  return { ...metrics, value: valueFound(the, scores) }
}

export function countIn(tally: Tally, scored: Scored | undefined): void {
  tally.total += 1
  tally.moderate += Number(isModerate(scored))
  tally.high += Number(isHigh(scored))
}

/** Returns the labelled exchanges and pools that received funds from an unlabelled address of the case. */
function paidServices({ transfers, services }: LaunderingCase): Set<string> {
  return new Set(
    transfers.flatMap(({ from, to }) =>
      from !== '' && !services.has(from) && isOrdinaryService(services.get(to)) ? [to] : [],
    ),
  )
}

/** The thief's first addresses are labelled in the ledger, so they do not count as found. */
function groupOf(place: Place): HopGroup | AsideGroup | undefined {
  if (place.at === 'source') return undefined
  return place.at === 'downstream' ? hopGroups[Math.min(place.hops, hopGroups.length) - 1] : place.at
}

export const emptyTally = (): Tally => ({ total: 0, moderate: 0, high: 0 })

function emptyMetrics() {
  const tallies = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, emptyTally()])) as Record<Name, Tally>
  return {
    found: tallies([...hopGroups, ...asideGroups]),
    alarms: tallies(strangerGroups),
    honest: tallies(honestGroups),
    value: { total: 0, moderate: 0, high: 0, throughServices: 0 },
  }
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = emptyTally()
  for (const { total, moderate, high } of tallies) {
    sum.total += total
    sum.moderate += moderate
    sum.high += high
  }
  return sum
}

/** Combines the metrics of all cases. */
export function pool(parts: readonly Metrics[]): Metrics {
  const sum = emptyMetrics()
  for (const group of [...hopGroups, ...asideGroups])
    sum.found[group] = addTallies(parts.map(({ found }) => found[group]))
  for (const group of strangerGroups) sum.alarms[group] = addTallies(parts.map(({ alarms }) => alarms[group]))
  for (const group of honestGroups) sum.honest[group] = addTallies(parts.map(({ honest }) => honest[group]))
  for (const { value } of parts) {
    sum.value.total += value.total
    sum.value.moderate += value.moderate
    sum.value.high += value.high
    sum.value.throughServices += value.throughServices
  }
  return sum
}

export function withinFourHops({ found }: Metrics): Tally {
  return addTallies(hopGroups.slice(0, 4).map((group) => found[group]))
}

export function downstream({ found }: Metrics): Tally {
  return addTallies(hopGroups.map((group) => found[group]))
}
