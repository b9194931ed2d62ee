import type { RiskLevel, RiskPolicy } from '@touchstone/contract'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { getRiskScore } from '../operations/get-risk-score.ts'
import { listRecentAddresses } from './recent-queries.ts'

export type PreviewedAddress = {
  coin: string
  address: string
  before: { score: number; level: RiskLevel }
  after: { score: number; level: RiskLevel }
}

/**
 * The scores of addresses under the merchant's policy and under another, which is not stored. Only what the merchant asked
 * about lately is scored. Ends early when the time is over, with at least one, or when nobody waits any more: what is
 * missing in the answer can be asked for again.
 */
export async function previewPolicy(
  reader: KytReader,
  input: {
    merchant: string
    policy: RiskPolicy
    addresses: readonly { coin: string; address: string }[]
    patienceMs: number
    signal?: AbortSignal
  },
): Promise<PreviewedAddress[]> {
  const { merchant, policy, patienceMs, signal } = input
  const { clock } = reader.context
  const known = new Set((await listRecentAddresses(reader.context, { merchant })).map(nameOf))
  const present = await reader.policyOf(merchant)
  const until = clock.now() + patienceMs
  const previewed: PreviewedAddress[] = []
  for (const query of input.addresses.filter((each) => known.has(nameOf(each)))) {
    if (signal?.aborted || (previewed.length > 0 && clock.now() > until)) break
    const [before, after] = [
      await getRiskScore(reader, query, present),
      await getRiskScore(reader, query, policy),
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
