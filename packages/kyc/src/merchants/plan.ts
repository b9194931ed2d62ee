/** Calls per second and key. A merchant may have a number of its own instead. */
export const plans = { standard: 10, pro: 50, enterprise: 500 } as const
export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

export function isPlanName(value: string): value is PlanName {
  return Object.hasOwn(plans, value)
}
