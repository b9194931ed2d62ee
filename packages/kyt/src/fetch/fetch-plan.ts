import { defaultFetchLimits, type FetchLimits } from '../limits/fetch-limits.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'

/** Returns the limits that apply to a query: the operator's, reduced by the policy. */
export function fetchLimitsOf({ fetchLimits }: FetchContext, policy?: RiskPolicy): FetchLimits {
  const { mode, waitMs, budget, watchSeconds } = fetchLimits ?? defaultFetchLimits
  const { requests, rows, seconds } = policy?.budget ?? {}
  return {
    // The operator can turn fetching off for all merchants.
    mode: mode === 'never' ? mode : (policy?.fetch ?? mode),
    waitMs,
    watchSeconds,
    budget: {
      requests: Math.min(budget.requests, requests ?? budget.requests),
      rows: Math.min(budget.rows, rows ?? budget.rows),
      seconds: Math.min(budget.seconds, seconds ?? budget.seconds),
    },
  }
}
