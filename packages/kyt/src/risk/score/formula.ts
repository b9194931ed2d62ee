import type { RiskLevel } from '@touchstone/contract'
import { divideHalfEven, larger, smaller } from '../../lookup/numbers.ts'
import { type Direction, type RiskPolicy, type RiskyClass, riskyClasses } from '../../policy/risk-policy.ts'
import { floor, toMillionths } from '../../policy/scale.ts'
import { valueDecimals } from '../valuation.ts'

export const ceiling = 100

/** Shares, decays and points are counted in millionths. */
export const million = 1_000_000n

/** Tainted value of one class over so many hops. */
export type Taint = { readonly riskClass: RiskyClass; readonly hops: number; readonly value: bigint }

export type SideFacts = { readonly whole: bigint; readonly taints: readonly Taint[] }

export type ScoreFacts = {
  /** The class of the address's own label; `undefined` for none that is risky. */
  readonly own: RiskyClass | undefined
  /** A service that pools other people's money is not judged by whose money passes through it. */
  readonly isPooled: boolean
  readonly isInUsd: boolean
  readonly received: SideFacts
  readonly sent: SideFacts
}

/** What one class adds on one side, and from what it is reckoned. */
export type ClassPoints = {
  readonly riskClass: RiskyClass
  /** All of the class, over any number of hops. */
  readonly tainted: bigint
  /** The number of hops at which the reading is the strongest. */
  readonly hops: number
  readonly within: bigint
  readonly of: bigint
  /** The share's square root. */
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
 * The larger of what the address is and of the worse of its two sides. Whole numbers all the way, so that the same
 * facts always give the same score, and anybody can reckon it again.
 */
export function scoreOf(policy: RiskPolicy, facts: ScoreFacts): Score {
  const own = facts.own === undefined ? floor : policy.own[facts.own]
  const none: SidePoints = { classes: [], points: 0n }
  const received = facts.isPooled ? none : pointsOf(policy, 'received', facts.received, facts.isInUsd)
  const sent = facts.isPooled ? none : pointsOf(policy, 'sent', facts.sent, facts.isInUsd)
  const points = larger(received.points, sent.points)
  const score = Math.min(ceiling, Math.max(own, floor + Number(divideHalfEven(points, million))))
  return { score, level: levelOf(policy, score), own, received, sent }
}

export function levelOf({ levels }: RiskPolicy, score: number): RiskLevel {
  if (score >= levels.severe) return 'Severe'
  if (score >= levels.high) return 'High'
  return score >= levels.moderate ? 'Moderate' : 'Low'
}

function pointsOf(policy: RiskPolicy, direction: Direction, side: SideFacts, isInUsd: boolean): SidePoints {
  const classes: ClassPoints[] = []
  let worse = 0n
  for (const riskClass of classesByWeight(policy, direction)) {
    const taints = side.taints.filter((taint) => taint.riskClass === riskClass)
    const tainted = taints.reduce((sum, { value }) => sum + value, 0n)
    // Worse money does not make this money less: it is left out of what this is a share of.
    if (tainted > 0n) {
      const isDust = isInUsd && tainted < toMillionths(policy.dust_usd, valueDecimals)
      classes.push({
        riskClass,
        tainted,
        isDust,
        ...strongest(policy, direction, riskClass, taints, side.whole - worse),
      })
    }
    worse += tainted
  }
  const sum = (list: readonly ClassPoints[]) => list.reduce((points, one) => points + one.points, 0n)
  const solid = classes.filter(({ isDust }) => !isDust)
  // Classes add up, but no mixture is worse than the worst that is in it.
  const most = BigInt(Math.max(0, ...solid.map(({ weight }) => weight))) * million
  // Dust adds what it adds, but never lifts anybody above Low.
  const highestLow = BigInt(policy.levels.moderate - 1 - floor) * million
  return { classes, points: larger(smaller(sum(solid), most), smaller(sum(classes), highestLow)) }
}

/** From the worst class to the mildest; equal ones in the order in which they are named. */
function classesByWeight(policy: RiskPolicy, direction: Direction): RiskyClass[] {
  const { weights } = policy[direction]
  return [...riskyClasses].sort((a, b) => weights[b] - weights[a])
}

/**
 * Money that is tainted over many hops must not make money that is tainted over few look like less. So for each number
 * of hops the money tainted within it is taken as a share of all but what is tainted beyond it, and the strongest of
 * these readings counts. The square root: a tenth of dirty money is nearly a third of the alarm.
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
      // Never less than the part itself: one transfer can be tainted twice where one drop spoils the whole.
      const of = larger(base - (tainted - within), within)
      const root = squareRoot((within * million * million) / of)
      const decay = decayOver(policy[direction].decay, hops)
      return { hops, within, of, root, weight, decay, points: (BigInt(weight) * decay * root) / million }
    })
  return readings.reduce((best, reading) => (reading.points > best.points ? reading : best))
}

/** One for a neighbour; for each further hop what the policy leaves of it, rounded down to a millionth. */
export function decayOver(decay: number, hops: number): bigint {
  let left = million
  for (let hop = 1; hop < hops; hop++) left = (left * toMillionths(decay, 6)) / million
  return left
}

/** Rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (guess * guess > value) guess -= 1n
  while ((guess + 1n) * (guess + 1n) <= value) guess += 1n
  return guess
}
