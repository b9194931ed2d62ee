import type { RiskScore } from '@touchstone/contract'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { getRiskScore, type ScoreCaller } from '../operations/get-risk-score.ts'

export type Scored = Pick<RiskScore, 'score' | 'risk_level' | 'hacking_event' | 'detail_list'>

/**
 * Scores a watch. The same function is used when a watch is added and when it is rescored, so that both
 * calculate the same score. The score has no time limit, because alerts must not depend on the load of the process.
 */
export async function scoreWatch(
  reader: KytReader,
  watch: { readonly merchant: string; readonly coin: string; readonly address: string },
  caller?: ScoreCaller,
): Promise<Scored> {
  return await getRiskScore(
    reader,
    { coin: watch.coin, address: watch.address },
    await reader.policyOf(watch.merchant),
    caller,
  )
}
