import type { RiskLevel, RiskPolicy } from '@touchstone/contract'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { scoreOnAnyNetwork } from '../operations/get-risk-score.ts'
import { listRecentAddresses } from './recent-queries.ts'

export type PreviewedAddress = {
  coin: string
  address: string
  before: { score: number; level: RiskLevel }
  after: { score: number; level: RiskLevel }
}

/**
 * Scores addresses under the merchant's current policy and under another policy, which is not stored. Scores
 * only addresses that the merchant queried recently. Ends early when the time limit is reached (after at
 * least one address) or when the request is aborted. The caller can repeat the request for the addresses that
 * were not scored.
 */
export async function previewPolicy(
  reader: KytReader,
  input: {
    merchant: string
    policy: RiskPolicy
    addresses: readonly { coin: string; address: string }[]
    timeLimitMs: number
    signal?: AbortSignal
  },
): Promise<PreviewedAddress[]> {
  const { merchant, policy, timeLimitMs, signal } = input
  const { clock } = reader.context
  const caller = { owner: merchant, isTimed: true }
  const known = new Set((await listRecentAddresses(reader.context, { merchant })).map(nameOf))
  const present = await reader.policyOf(merchant)
  const until = clock.now() + timeLimitMs
  const previewed: PreviewedAddress[] = []
  for (const query of input.addresses.filter((each) => known.has(nameOf(each)))) {
    if (signal?.aborted || (previewed.length > 0 && clock.now() > until)) break
    const [before, after] = [
      await scoreOnAnyNetwork(reader, query, present, caller),
      await scoreOnAnyNetwork(reader, query, policy, caller),
    ]
    previewed.push({
      ...{ coin: query.coin, address: query.address },
      before: { score: before.score, level: before.risk_level },
      after: { score: after.score, level: after.risk_level },
    })
  }
  return previewed
}

const nameOf = ({ coin, address }: { coin: string; address: string }) => `${coin} ${address}`
