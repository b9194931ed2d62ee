import type { RiskPolicy } from '@touchstone/contract'

/** The largest budget for tracing that the operator allows in a policy. Fetching has limits of its own. */
export type BudgetCeiling = Pick<RiskPolicy['budget'], (typeof budgetNames)[number]> & {
  readonly hops: number
}

/** The ceiling that applies if the operator does not set one. The default policy is within this ceiling. */
export const defaultCeiling: BudgetCeiling = {
  addresses: 1000,
  transfers: 100_000,
  transfers_of_one: 10_000,
  hops: 16,
}

const budgetNames = ['addresses', 'transfers', 'transfers_of_one'] as const
const directionNames = ['received', 'sent'] as const

/** Returns one message for each member of a policy that exceeds the ceiling. */
export function problemsWithCeiling(policy: RiskPolicy, ceiling: BudgetCeiling): string[] {
  return [
    ...budgetNames.flatMap((name) =>
      policy.budget[name] > ceiling[name] ? `budget.${name} must be at most ${ceiling[name]}` : [],
    ),
    ...directionNames.flatMap((name) =>
      policy[name].hops > ceiling.hops ? `${name}.hops must be at most ${ceiling.hops}` : [],
    ),
  ]
}

/** Reduces the members of a policy that exceed the ceiling. Returns the same object if no member exceeds it. */
export function limitTo(ceiling: BudgetCeiling, policy: RiskPolicy): RiskPolicy {
  if (problemsWithCeiling(policy, ceiling).length === 0) return policy
  const { received, sent, budget } = policy
  const side = <Side extends { hops: number }>(of: Side) => ({ ...of, hops: Math.min(of.hops, ceiling.hops) })
  return {
    ...policy,
    received: side(received),
    sent: side(sent),
    budget: {
      ...budget,
      addresses: Math.min(budget.addresses, ceiling.addresses),
      transfers: Math.min(budget.transfers, ceiling.transfers),
      transfers_of_one: Math.min(budget.transfers_of_one, ceiling.transfers_of_one),
    },
  }
}

/** Raises a ceiling where necessary so that a policy does not exceed it. */
export function raiseTo(policy: RiskPolicy, ceiling: BudgetCeiling): BudgetCeiling {
  const { received, sent, budget } = policy
  return {
    addresses: Math.max(ceiling.addresses, budget.addresses),
    transfers: Math.max(ceiling.transfers, budget.transfers),
    transfers_of_one: Math.max(ceiling.transfers_of_one, budget.transfers_of_one),
    hops: Math.max(ceiling.hops, received.hops, sent.hops),
  }
}
