import { InputError } from '../input-error.ts'

/** Calls per second and key. A merchant may have a number of its own instead. */
export const plans = { standard: 10, pro: 50, enterprise: 500 } as const
export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

export function checkedPlan(value: string): PlanName {
  const plan = planNames.find((name) => name === value)
  if (!plan) throw new InputError('plan', `must be one of ${planNames.join(', ')}`)
  return plan
}

/** Every call of the last second is remembered, so that a limit has one too. */
const mostCallsPerSecond = 100_000

export function checkedRate(value: number): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > mostCallsPerSecond) {
    throw new InputError('calls per second', `must be a whole number from 1 to ${mostCallsPerSecond}`)
  }
  return value
}
