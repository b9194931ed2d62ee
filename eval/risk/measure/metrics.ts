import type { Background } from '../background/generate-background.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'
import { type Place, placesOf } from '../cases/walk.ts'
import { isHigh, isModerate } from './ask-score.ts'
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

export type Metrics = {
  readonly found: Readonly<Record<HopGroup | AsideGroup, Tally>>
  readonly alarms: Readonly<Record<StrangerGroup, Tally>>
  readonly value: ValueFound
}

export function measure(options: { the: LaunderingCase; background: Background; scores: Scores }): Metrics {
  const { the, background, scores } = options
  const metrics = emptyMetrics()
  const count = (tally: Tally, address: string) => {
    tally.total += 1
    tally.moderate += Number(isModerate(scores.get(address)))
    tally.high += Number(isHigh(scores.get(address)))
  }
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
  return { ...metrics, value: valueFound(the, scores) }
}

/** The thief's first addresses are labelled in the ledger, so they do not count as found. */
function groupOf(place: Place): HopGroup | AsideGroup | undefined {
  if (place.at === 'source') return undefined
  return place.at === 'downstream' ? hopGroups[Math.min(place.hops, hopGroups.length) - 1] : place.at
}

const emptyTally = (): Tally => ({ total: 0, moderate: 0, high: 0 })

function emptyMetrics() {
  const tallies = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, emptyTally()])) as Record<Name, Tally>
  return {
    found: tallies([...hopGroups, ...asideGroups]),
    alarms: tallies(strangerGroups),
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
