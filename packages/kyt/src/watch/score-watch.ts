import type { RiskScore } from '@touchstone/contract'
import type { KytDesk } from '../lookup/desk.ts'
import { getRiskScore } from '../operations/get-risk-score.ts'

export type Scored = Pick<RiskScore, 'score' | 'risk_level' | 'hacking_event' | 'detail_list'>

/** The one way a watch is scored, when it is added and ever after: the two must not disagree. */
export async function scoreWatch(
  desk: KytDesk,
  watch: { readonly merchant: string; readonly coin: string; readonly address: string },
): Promise<Scored> {
  return await getRiskScore(
    desk,
    { coin: watch.coin, address: watch.address },
    await desk.policyOf(watch.merchant),
  )
}
