import type { FetchMode, RiskPolicy } from '@touchstone/contract'

/** The largest amount of work at the sources for one query. */
export type FetchBudget = { readonly requests: number; readonly rows: number; readonly seconds: number }

export type FetchLimits = {
  readonly mode: FetchMode
  /** How long a query waits for histories, in milliseconds. */
  readonly waitMs: number
  readonly budget: FetchBudget
  /** How often the histories of watched addresses are fetched, in seconds. 0 if only queries fetch histories. */
  readonly watchSeconds: number
}

export const defaultFetchLimits: FetchLimits = {
  mode: 'wait',
  waitMs: 10_000,
  budget: { requests: 100, rows: 50_000, seconds: 60 },
  watchSeconds: 3600,
}

const budgetNames = ['requests', 'rows', 'seconds'] as const

/** Returns one message for each member of a policy that exceeds the operator's budget for fetching. */
export function problemsWithFetchBudget({ budget }: RiskPolicy, limits: FetchLimits): string[] {
  return budgetNames.flatMap((name) =>
    (budget[name] ?? 0) > limits.budget[name] ? `budget.${name} must be at most ${limits.budget[name]}` : [],
  )
}
