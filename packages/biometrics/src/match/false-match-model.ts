import { confidence } from '../statistics/measured-rate.ts'
import { normalQuantile, normalTail, toleranceFactor } from '../statistics/normal.ts'

/** The distribution of distances between strangers for one embedding. */
export type StrangerModel = {
  mean: number
  deviation: number
  /** The lowest rate that was measured. Lower rates are extrapolated from an assumed distribution. */
  measuredDownTo: number
  /**
   * The number of people from whom the mean and deviation were calculated. With fewer people, the uncertainty
   * is larger and the limits are stricter. Undefined if the mean and deviation come from published figures.
   */
  people?: number
}

/**
 * The built-in embedding's distances between strangers, assumed to be normally distributed. The mean and
 * deviation are derived from two published LFW points (0.12 % below 0.55 and 0.66 % below 0.60 in the
 * network's scale, whose vectors have a length of about 1.507). Rates down to about one in a thousand were
 * measured. Lower rates come from the tail of the assumed distribution. Real tails are heavier because of
 * relatives, twins and poor pictures. The README lists results on the available photographs.
 */
export const falseMatchModel: StrangerModel = { mean: 0.5459, deviation: 0.0596, measuredDownTo: 1e-3 }

/**
 * Returns the distance below which a stranger occurs with this probability. For a calibrated model, the
 * actual probability is at most this value.
 */
export function distanceForFalseMatchRate(rate: number, model = falseMatchModel): number {
  const { mean, deviation, people } = model
  const z = normalQuantile(rate)
  if (people === undefined) return mean + deviation * z
  return Math.max(0, mean - deviation * toleranceFactor(people, -z, confidence))
}

export function falseMatchRateAt(distance: number, model = falseMatchModel): number {
  return normalTail((distance - model.mean) / model.deviation)
}
