import type { RiskScore } from '@touchstone/contract'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type ScoreCaller, scoreOnAnyNetwork } from '../operations/get-risk-score.ts'
import type { CheckedWatch } from './watch-store.ts'

export type Scored = Pick<RiskScore, 'score' | 'risk_level' | 'hacking_event' | 'detail_list' | 'coverage'>

/**
 * Scores a watch. The same function is used when a watch is added and when it is rescored, so that both
 * calculate the same score. Fetches histories only for a new watch, because only a new watch has a caller.
 * The score has no time limit, because alerts must not depend on the load of the process.
 */
export async function scoreWatch(
  reader: KytReader,
  watch: { readonly merchant: string; readonly coin: string; readonly address: string },
  caller?: ScoreCaller,
): Promise<Scored> {
  return await scoreOnAnyNetwork(
    reader,
    { coin: watch.coin, address: watch.address },
    await reader.policyOf(watch.merchant),
    caller,
    { fetches: caller !== undefined },
  )
}

/** Returns the values to store for a watch that has been scored. */
export function checkedWatch({ id }: { readonly id: number }, scored: Scored): CheckedWatch {
  return { id, score: scored.score, riskLevel: scored.risk_level, coverage: scored.coverage.state }
}

/** Whether the ledger contains no data for the address's network. */
export const isWithoutData = ({ coverage }: Scored): boolean => coverage.as_of === null
