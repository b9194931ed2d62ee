import { confidence } from '../statistics/measured-rate.ts'
import { normalQuantile, normalTail, toleranceFactor } from '../statistics/normal.ts'

/** The distribution of distances between strangers for one embedding. */
export type StrangerModel = {
  mean: number
  deviation: number
  /** The lowest rate that was measured. Lower rates are extrapolated from an assumed distribution. */
  measuredDownTo: number
  /**
   * The number of people from whom the mean and the deviation were calculated. Fewer people mean more
   * uncertainty and stricter limits. Undefined if the limits come from a measured tail.
   */
  people?: number
  /** The measured tail. If present, limits do not depend on mean and deviation. */
  tail?: MeasuredTail
}

/** Distances, and upper bounds (with 95 % confidence) for the rate of strangers within each distance. */
export type MeasuredTail = {
  /** In descending order; the last rate is the lowest that was measured. */
  points: readonly { rate: number; distance: number }[]
  /**
   * Beyond the last point, the distance is assumed to decrease by this value for each tenfold decrease in the
   * rate (an exponential tail, which is heavier than the tail of a normal distribution). An upper bound with
   * 95 % confidence.
   */
  decade: number
}

/**
 * Returns the distance within which a stranger falls with at most this probability. For rates above the
 * highest measured rate, returns the distance for the highest measured rate.
 */
export function distanceForFalseMatchRate(rate: number, model: StrangerModel): number {
  const { mean, deviation, people, tail } = model
  if (tail !== undefined) return distanceInTail(rate, tail)
  const z = normalQuantile(rate)
  if (people === undefined) return mean + deviation * z
  return Math.max(0, mean - deviation * toleranceFactor(people, -z, confidence))
}

/** Returns the rate of strangers within a distance. For a measured tail, returns the upper bound. */
export function falseMatchRateAt(distance: number, model: StrangerModel): number {
  const { mean, deviation, tail } = model
  if (tail === undefined) return normalTail((distance - mean) / deviation)
  const [first, ...points] = tail.points
  if (first === undefined || distance > first.distance) return 1
  let before = first
  for (const point of points) {
    if (distance >= point.distance) {
      const share = (distance - point.distance) / (before.distance - point.distance)
      return point.rate * (before.rate / point.rate) ** share
    }
    before = point
  }
  return before.rate * 10 ** ((distance - before.distance) / tail.decade)
}

/** Interpolates between the points on a logarithmic scale of rates. */
function distanceInTail(rate: number, { points, decade }: MeasuredTail): number {
  const [first, ...others] = points
  if (first === undefined || rate >= first.rate) return first?.distance ?? 0
  let before = first
  for (const point of others) {
    if (rate >= point.rate) {
      const share = Math.log(rate / point.rate) / Math.log(before.rate / point.rate)
      return point.distance + (before.distance - point.distance) * share
    }
    before = point
  }
  return Math.max(0, before.distance - decade * Math.log10(before.rate / rate))
}
