import { atMost, type MeasuredRate } from '../statistics/measured-rate.ts'

/** How often a passive model errs on single pictures, as it was calibrated: in every answer that it had a part in. */
export type PassiveRates = {
  /** Attacks that are taken for live people: of the kind that passes most often. */
  attacksPassed: MeasuredRate
  /** Live people who are taken for attacks. */
  liveRefused: MeasuredRate
}

export type PassiveLimits = {
  /** The model, as answers carry it. */
  model: string
  /** The median answer from which a session passes. */
  limit: number
  rates: PassiveRates
}

/** The model with how often it errs, as one line: what a journal says of who decided. */
export function describePassive({ model, rates }: Pick<PassiveLimits, 'model' | 'rates'>): string {
  return `${model}, attacks passed ${atMost(rates.attacksPassed)}, live refused ${atMost(rates.liveRefused)}`
}
