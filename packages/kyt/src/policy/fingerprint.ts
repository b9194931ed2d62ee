import { hash } from 'node:crypto'
import type { RiskPolicy } from './risk-policy.ts'

const known = new WeakMap<RiskPolicy, string>()

/** Tells policies apart that have the same version; the order of their members makes no difference. */
export function fingerprintOf(policy: RiskPolicy): string {
  const remembered = known.get(policy)
  if (remembered !== undefined) return remembered
  const fingerprint = hash('sha256', JSON.stringify(sorted(policy))).slice(0, 16)
  known.set(policy, fingerprint)
  return fingerprint
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
