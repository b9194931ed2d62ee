import { InputError } from '../input-error.ts'

/** The number of calls per second per key. A merchant's own limit can override the plan's limit. */
export const plans = { standard: 10, pro: 50, enterprise: 500 } as const
export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

export function checkedPlan(value: string): PlanName {
  const plan = planNames.find((name) => name === value)
  if (!plan) throw new InputError('plan', `must be one of ${planNames.join(', ')}`)
  return plan
}

/**
 * The highest limit that can be set. It bounds the data that the rate limiter stores: the time of every call
 * in the last second.
 */
const mostCallsPerSecond = 100_000

export function checkedRate(value: number): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > mostCallsPerSecond) {
    throw new InputError('calls per second', `must be a whole number from 1 to ${mostCallsPerSecond}`)
  }
  return value
}
