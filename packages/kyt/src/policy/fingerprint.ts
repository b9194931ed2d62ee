import { hash } from 'node:crypto'
import type { RiskPolicy } from './risk-policy.ts'

const known = new WeakMap<RiskPolicy, string>()

/**
 * Returns a hash of a policy's values, which distinguishes policies with the same version. The order of the
 * members does not affect the hash.
 */
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
