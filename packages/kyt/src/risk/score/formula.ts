import type { RiskLevel } from '@touchstone/contract'
import { divideHalfEven, larger, smaller } from '../../lookup/numbers.ts'
import { type Direction, type RiskPolicy, type RiskyClass, riskyClasses } from '../../policy/risk-policy.ts'
import { floor, toMillionths } from '../../policy/scale.ts'
import { valueDecimals } from '../valuation.ts'

export const ceiling = 100

/** Shares, decays and points are integers in millionths. */
export const million = 1_000_000n

/**
 * The base of a share includes only a twentieth of the unrecorded value. This value is not known to be clean,
 * so it must not dilute taint as clean value does. It is not known to be tainted either: if the base excluded
 * it, a few dollars of stolen funds would determine the score of an address whose history is mostly
 * unrecorded.
 */
const unrecordedDivisor = 20n

/** One class's tainted value at a given number of hops. */
export type Taint = { readonly riskClass: RiskyClass; readonly hops: number; readonly value: bigint }

export type SideFacts = {
  readonly whole: bigint
  /** The part of the value whose origin or destination is not recorded. */
  readonly unrecorded: bigint
  readonly taints: readonly Taint[]
}

export type ScoreFacts = {
  /** The risk class of the address's own label, or `undefined` if the label carries no risk. */
  readonly own: RiskyClass | undefined
  /**
   * Whether the address is a service that pools customer funds. Funds that pass through such a service do not
   * affect its score.
   */
  readonly isPooled: boolean
  readonly isInUsd: boolean
  /** The value that the address sent beyond its recorded balances. */
  readonly shortfall: bigint
  readonly received: SideFacts
  readonly sent: SideFacts
}

/** One class's points on one side, with the values from which they are calculated. */
export type ClassPoints = {
  readonly riskClass: RiskyClass
  /** The class's tainted value, regardless of the number of hops. */
  readonly tainted: bigint
  /** The hop limit for which the points are highest. */
  readonly hops: number
  readonly within: bigint
  readonly of: bigint
  /** The square root of the share. */
  readonly root: bigint
  readonly weight: number
  readonly decay: bigint
  readonly points: bigint
  readonly isDust: boolean
}

export type SidePoints = { readonly classes: readonly ClassPoints[]; readonly points: bigint }

export type Score = {
  readonly score: number
  readonly level: RiskLevel
  readonly own: number
  readonly received: SidePoints
  readonly sent: SidePoints
}

/**
 * Returns the address's own score or the score of its riskier side, whichever is higher. Uses only integers,
 * so that the same inputs always give the same score and anyone can recalculate it.
 */
export function scoreOf(policy: RiskPolicy, facts: ScoreFacts): Score {
  const own = facts.own === undefined ? floor : policy.own[facts.own]
  const none: SidePoints = { classes: [], points: 0n }
  const received = facts.isPooled ? none : pointsOf(policy, 'received', facts)
  const sent = facts.isPooled ? none : pointsOf(policy, 'sent', facts)
  const points = larger(received.points, sent.points)
  const score = Math.min(ceiling, Math.max(own, floor + Number(divideHalfEven(points, million))))
  return { score, level: levelOf(policy, score), own, received, sent }
}

export function levelOf({ levels }: RiskPolicy, score: number): RiskLevel {
  if (score >= levels.severe) return 'Severe'
  if (score >= levels.high) return 'High'
  return score >= levels.moderate ? 'Moderate' : 'Low'
}

function pointsOf(policy: RiskPolicy, direction: Direction, facts: ScoreFacts): SidePoints {
  const side = facts[direction]
  const base = baseOf(direction, facts)
  const classes: ClassPoints[] = []
  let worse = 0n
  for (const riskClass of classesByWeight(policy, direction)) {
    const taints = side.taints.filter((taint) => taint.riskClass === riskClass)
    const tainted = taints.reduce((sum, { value }) => sum + value, 0n)
    // Excludes the value tainted by worse classes from the base of the share, so that this value does not
    // reduce the class's share.
    if (tainted > 0n) {
      const isDust = isDustOf(policy, direction, facts, { tainted, andWorse: worse + tainted })
      classes.push({
        riskClass,
        tainted,
        isDust,
        ...strongest(policy, direction, riskClass, taints, base - worse),
      })
    }
    worse += tainted
  }
  const sum = (list: readonly ClassPoints[]) => list.reduce((points, one) => points + one.points, 0n)
  const solid = classes.filter(({ isDust }) => !isDust)
  // The classes' points add up, but the sum never exceeds the weight of the worst class.
  const most = BigInt(Math.max(0, ...solid.map(({ weight }) => weight))) * million
  // Dust adds points, but never raises a score above Low.
  const highestLow = BigInt(policy.levels.moderate - 1 - floor) * million
  return { classes, points: larger(smaller(sum(solid), most), smaller(sum(classes), highestLow)) }
}

/**
 * Returns the value that is the base for calculating the share of taint. What an address sent beyond its
 * recorded balances is unrecorded inflow, too.
 */
function baseOf(direction: Direction, { shortfall, ...sides }: ScoreFacts): bigint {
  const { whole, unrecorded } = sides[direction]
  const unknown = direction === 'received' ? unrecorded + shortfall : unrecorded
  return whole - unrecorded + unknown / unrecordedDivisor
}

/**
 * Whether a class's tainted value is dust: a small value that anybody can send to an address without its
 * owner's consent. A value below the limit is not dust if the address has sent funds and the value, together
 * with worse classes, is at least half of what the address received. What the address sent beyond its
 * recorded balances counts as received. Sent value is compared with everything sent.
 */
function isDustOf(
  policy: RiskPolicy,
  direction: Direction,
  { isInUsd, shortfall, received, sent }: ScoreFacts,
  { tainted, andWorse }: { tainted: bigint; andWorse: bigint },
): boolean {
  if (!isInUsd || tainted >= toMillionths(policy.dust_usd, valueDecimals)) return false
  if (sent.whole === 0n) return true
  return 2n * andWorse < (direction === 'received' ? received.whole + shortfall : sent.whole)
}

/** Sorts the classes by weight, highest first. Classes with equal weight keep their order. */
function classesByWeight(policy: RiskPolicy, direction: Direction): RiskyClass[] {
  const { weights } = policy[direction]
  return [...riskyClasses].sort((a, b) => weights[b] - weights[a])
}

/**
 * Returns the hop limit with the highest points. Funds tainted over many hops must not reduce the weight of
 * funds tainted over few hops. Therefore, for each hop limit, the value tainted within the limit is divided
 * by the total minus the value tainted beyond it. The square root increases small shares: if a tenth of the
 * funds are tainted, the class gets nearly a third of the points.
 */
function strongest(
  policy: RiskPolicy,
  direction: Direction,
  riskClass: RiskyClass,
  taints: readonly Taint[],
  base: bigint,
): Pick<ClassPoints, 'hops' | 'within' | 'of' | 'root' | 'weight' | 'decay' | 'points'> {
  const weight = policy[direction].weights[riskClass]
  const tainted = taints.reduce((sum, { value }) => sum + value, 0n)
  const readings = [...new Set(taints.map(({ hops }) => hops))]
    .sort((a, b) => a - b)
    .map((hops) => {
      const within = taints.reduce((sum, taint) => (taint.hops <= hops ? sum + taint.value : sum), 0n)
      // With the poison method, several addresses can taint one transfer, so the base is raised to the
      // tainted value if it would otherwise be smaller.
      const of = larger(base - (tainted - within), within)
      const root = squareRoot((within * million * million) / of)
      const decay = decayOver(policy[direction].decay, hops)
      return { hops, within, of, root, weight, decay, points: (BigInt(weight) * decay * root) / million }
    })
  return readings.reduce((best, reading) => (reading.points > best.points ? reading : best))
}

/**
 * Returns the factor for a number of hops. The factor is one for a direct transfer. For each further hop, it
 * is multiplied by the decay and rounded down to a millionth.
 */
export function decayOver(decay: number, hops: number): bigint {
  let left = million
  for (let hop = 1; hop < hops; hop++) left = (left * toMillionths(decay, 6)) / million
  return left
}

/** Returns the integer square root, rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (guess * guess > value) guess -= 1n
  while ((guess + 1n) * (guess + 1n) <= value) guess += 1n
  return guess
}
