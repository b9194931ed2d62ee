import type { RiskLevel } from '@touchstone/contract'
import type { RiskClass } from '../labels/categories.ts'
import { divideHalfEven } from '../operations/numbers.ts'

/** Score of an address by its own label alone. */
export const ownScores: Readonly<Record<RiskClass, number>> = {
  severe: 100,
  suspected: 91,
  high: 75,
  medium: 45,
  none: 3,
}

/** What dealing with one class only, with all of the volume, adds to the floor. */
export const exposureWeights: Readonly<Record<RiskClass, bigint>> = {
  severe: 90n,
  suspected: 75n,
  high: 60n,
  medium: 30n,
  none: 0n,
}

export const floor = 3
export const ceiling = 100

/** Shares are counted in millionths. */
export const wholeShare = 1_000_000n

/**
 * The larger of what the address is and of whom it deals with. Dealings count with the square root of their share of the
 * volume: a tenth of dirty money is nearly a third of the alarm, and a crumb of it still shows. Exact integers all the
 * way, so that the same facts always give the same score.
 */
export function scoreOf(own: RiskClass, exposure: ReadonlyMap<RiskClass, bigint>): number {
  let dealings = 0n
  for (const [riskClass, share] of exposure) {
    dealings += exposureWeights[riskClass] * squareRoot(share * wholeShare)
  }
  const fromDealings = floor + Number(divideHalfEven(dealings, wholeShare))
  return Math.min(ceiling, Math.max(floor, ownScores[own], fromDealings))
}

/** Rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (guess * guess > value) guess -= 1n
  while ((guess + 1n) * (guess + 1n) <= value) guess += 1n
  return guess
}

export function levelOf(score: number): RiskLevel {
  if (score > 90) return 'Severe'
  if (score > 70) return 'High'
  return score > 30 ? 'Moderate' : 'Low'
}
