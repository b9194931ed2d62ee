import { defaultRiskPolicy, type RiskPolicy } from '@touchstone/kyt'

/** The default policy, and the other policies that the evaluation compares with it on the same ledgers. */
export const policies = {
  'the policy': defaultRiskPolicy,
  'one hop': variant('one-hop', {
    received: { ...defaultRiskPolicy.received, hops: 1 },
    sent: { ...defaultRiskPolicy.sent, hops: 1 },
  }),
  fifo: variant('fifo', { method: 'fifo' }),
  poison: variant('poison', { method: 'poison' }),
} as const satisfies Record<string, RiskPolicy>

function variant(name: string, changes: Partial<RiskPolicy>): RiskPolicy {
  return { ...defaultRiskPolicy, ...changes, version: `${defaultRiskPolicy.version}-${name}` }
}
