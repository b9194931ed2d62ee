import { atMost, type MeasuredRate } from '../statistics/measured-rate.ts'

/**
 * Calibrated error rates of a passive model on single pictures. Included in every result that used the model.
 */
export type PassiveRates = {
  /** The rate of attacks classified as live people, for the kind of attack that passes most often. */
  attacksPassed: MeasuredRate
  /** The rate of live people classified as attacks. */
  liveRefused: MeasuredRate
}

export type PassiveLimits = {
  /** The model's name, as recorded in results. */
  model: string
  /** The lowest median score at which a session passes. */
  limit: number
  rates: PassiveRates
}

/** Describes the model and its error rates in one line, for the journal. */
export function describePassive({ model, rates }: Pick<PassiveLimits, 'model' | 'rates'>): string {
  return `${model}, attacks passed ${atMost(rates.attacksPassed)}, live refused ${atMost(rates.liveRefused)}`
}
