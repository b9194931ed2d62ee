import type { RiskPolicy } from '@touchstone/contract'
import { type ChangedBy, InputError, recordChange } from '@touchstone/kyc'
import { fingerprintOf, policyOfMerchant, problemsOfOverride, setOverride } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/*
 * Changes to a merchant's risk policy, for the command line and the dashboard. The audit log entry is written
 * after the change. The change takes effect immediately on all nodes, because each node checks the policy
 * version before it answers.
 */

/** The author of a version of the policy: the member's number, or who else changed it. */
const authorOf = ({ actor }: ChangedBy, memberNo: string | undefined): string => memberNo ?? actor

/**
 * Sets a versioned policy for the merchant. The policy contains only the fields that differ from the default.
 */
export async function changePolicy(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, policy, memberNo }: { mchNo: string; policy: unknown; memberNo?: string },
  by: ChangedBy,
): Promise<RiskPolicy> {
  await checkMerchant(runtime, mchNo)
  const problems = problemsOfOverride(runtime.kyt, policy)
  if (problems.length > 0) throw new InputError('policy', `is invalid: ${problems.join('; ')}`)
  await setOverride(runtime.kyt, mchNo, policy as Record<string, unknown>, authorOf(by, memberNo))
  const changed = await policyOfMerchant(runtime.kyt, mchNo)
  const detail = { version: changed.version, fingerprint: fingerprintOf(changed) }
  await recordChange(runtime.kyc, { mchNo, action: 'policy.changed', target: mchNo, detail }, by)
  return changed
}

/** Restores the default policy. Returns false if the merchant already used the default. */
export async function removePolicy(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, memberNo }: { mchNo: string; memberNo?: string },
  by: ChangedBy,
): Promise<boolean> {
  await checkMerchant(runtime, mchNo)
  const removed = await setOverride(runtime.kyt, mchNo, undefined, authorOf(by, memberNo))
  if (removed)
    await recordChange(runtime.kyc, { mchNo, action: 'policy.removed', target: mchNo, detail: {} }, by)
  return removed
}
