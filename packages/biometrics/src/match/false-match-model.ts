import { confidence } from '../statistics/measured-rate.ts'
import { normalQuantile, normalTail, toleranceFactor } from '../statistics/normal.ts'

/** How the distances between strangers lie, by one embedding. */
export type StrangerModel = {
  mean: number
  deviation: number
  /** Down to this rate it was measured; beyond, it is the tail of an assumed curve. */
  measuredDownTo: number
  /**
   * How many people mean and deviation come from: fewer say less for sure, and limits are nearer then. Undefined where
   * they come from published figures.
   */
  people?: number
}

/**
 * How often two strangers' templates are at most so far apart. The distances of strangers are taken as normally
 * distributed; mean and spread follow from the two published points of this embedding on LFW (0.12 % below 0.55 and
 * 0.66 % below 0.60 in the network's scale, whose vectors have a length of about 1.507).
 *
 * Down to about one in a thousand this is measured. Beyond, it is the tail of an assumed curve, and real tails are
 * heavier: relatives, twins, bad pictures. See the README for what the photographs at hand show.
 */
export const falseMatchModel: StrangerModel = { mean: 0.5459, deviation: 0.0596, measuredDownTo: 1e-3 }

/** The distance below which a stranger comes with this probability; at most with this, where it was calibrated. */
export function distanceForFalseMatchRate(rate: number, model = falseMatchModel): number {
  const { mean, deviation, people } = model
  const z = normalQuantile(rate)
  if (people === undefined) return mean + deviation * z
  return Math.max(0, mean - deviation * toleranceFactor(people, -z, confidence))
}

export function falseMatchRateAt(distance: number, model = falseMatchModel): number {
  return normalTail((distance - model.mean) / model.deviation)
}
