import { OperatorError } from '@touchstone/common'
import { type Coverage, type NotFetched, ServiceError } from '@touchstone/contract'
import {
  basePolicyOf,
  defaultFetchLimits,
  fetchRisk,
  getRiskScore,
  openBudget,
  openKytReader,
  type RiskPolicy,
} from '@touchstone/kyt'
import type { Command } from '../command.ts'

export type FetchInput = { coin: string; address: string; hops?: number; requests?: number }

export type FetchReport = {
  readonly histories: number
  readonly requests: number
  readonly rows: number
  /** Why histories are still missing. `null` if none are. */
  readonly because: NotFetched | null
  readonly level: string
  readonly score: number
  readonly coverage: Coverage
}

/**
 * Fetches the history of an address and the histories that its score needs, up to a number of hops. The
 * operator asks for this explicitly, so it also works if queries fetch nothing.
 */
export const fetchCommand: Command<FetchInput, FetchReport> = async ({ kyt }, input, progress, signal) => {
  const { coin, address, hops, requests } = input
  const reader = openKytReader(kyt)
  if (reader.fetcher === undefined || (await kyt.histories?.networks())?.length === 0) {
    throw new OperatorError({
      code: 'fetch.no-source',
      message: 'No source of histories is configured.',
      remedy: 'Add a source. docs/ledger.md describes sources on demand.',
    })
  }
  const limits = (kyt.fetchLimits ?? defaultFetchLimits).budget
  const budget = openBudget({ ...limits, requests: requests ?? limits.requests }, kyt.clock, signal)
  const policy = withHops(basePolicyOf(kyt), hops)
  const report = { histories: 0, requests: 0, rows: 0 }
  try {
    const because = await fetchRisk(
      reader,
      { coin, address },
      {
        ...{ policy, budget },
        ...(hops === 0 ? { rounds: 0 } : {}),
        onFetched(now) {
          Object.assign(report, now)
          const label = `${now.histories} histories, ${now.rows} rows`
          progress({ label, done: now.requests, total: requests ?? limits.requests })
        },
      },
    )
    const answering: RiskPolicy = { ...policy, fetch: 'never' }
    const { score, risk_level: level, coverage } = await getRiskScore(reader, { coin, address }, answering)
    const isWanted = hops === 0 && because === 'budget' && !budget.isSpent()
    return {
      ...report,
      ...budget.used(),
      because: isWanted ? null : (because ?? null),
      level,
      score,
      coverage,
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error
    throw new OperatorError({
      code: 'fetch.query',
      message: `The history can't be fetched: ${error.message}.`,
      remedy: 'Check the coin and the address, and that a source of the network is configured.',
    })
  }
}

/** Returns the policy with tracing limited to the given number of hops. */
function withHops(policy: RiskPolicy, hops: number | undefined): RiskPolicy {
  if (hops === undefined) return policy
  const side = <Side extends { hops: number }>(of: Side) => ({ ...of, hops: Math.min(32, hops + 1) })
  return { ...policy, received: side(policy.received), sent: side(policy.sent) }
}
