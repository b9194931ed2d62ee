import { placesOf } from '../cases/walk.ts'
import {
  addTallies,
  countIn,
  emptyTally,
  type HonestGroup,
  honestGroups,
  measure,
  type Tally,
} from './metrics.ts'
import { reachedInTime } from './misses.ts'
import type { World } from './open-world.ts'
import type { Scores } from './score-all.ts'

/** The results on a ledger that lacks some transfers. */
export type HiddenMetrics = {
  /** The addresses within four hops of the thief. */
  readonly near: Tally
  /** Those that are still connected to the thief by recorded transfers. */
  readonly traceable: Tally
  readonly alarms: Tally
  readonly honest: Readonly<Record<HonestGroup, Tally>>
}

const nearHops = 4

/** Evaluates scores calculated from a ledger with hidden parts against the complete world. */
export function measureHidden(whole: World, visible: World, scores: Scores): HiddenMetrics {
  const { alarms, honest } = measure({ ...whole, scores })
  const near = emptyTally()
  const traceable = emptyTally()
  const reached = reachedInTime(visible.the)
  for (const [address, place] of placesOf(whole.the)) {
    if (place.at !== 'downstream' || place.hops > nearHops) continue
    countIn(near, scores.get(address))
    if (reached.has(address)) countIn(traceable, scores.get(address))
  }
  return { near, traceable, alarms: alarms.everybody, honest }
}

export function poolHidden(parts: readonly HiddenMetrics[]): HiddenMetrics {
  return {
    near: addTallies(parts.map(({ near }) => near)),
    traceable: addTallies(parts.map(({ traceable }) => traceable)),
    alarms: addTallies(parts.map(({ alarms }) => alarms)),
    honest: Object.fromEntries(
      honestGroups.map((group) => [group, addTallies(parts.map(({ honest }) => honest[group]))]),
    ) as Record<HonestGroup, Tally>,
  }
}
