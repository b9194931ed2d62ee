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

/**
 * Sets a versioned policy for the merchant. The policy contains only the fields that differ from the default.
 */
export async function changePolicy(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, policy }: { mchNo: string; policy: unknown },
  by: ChangedBy,
): Promise<RiskPolicy> {
  await checkMerchant(runtime, mchNo)
  const problems = problemsOfOverride(runtime.kyt, policy)
  if (problems.length > 0) throw new InputError('policy', `is invalid: ${problems.join('; ')}`)
  await setOverride(runtime.kyt, mchNo, policy as Record<string, unknown>)
  const changed = await policyOfMerchant(runtime.kyt, mchNo)
  const detail = { version: changed.version, fingerprint: fingerprintOf(changed) }
  await recordChange(runtime.kyc, { mchNo, action: 'policy.changed', target: mchNo, detail }, by)
  return changed
}

/** Restores the default policy. Returns false if the merchant already used the default. */
export async function removePolicy(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo }: { mchNo: string },
  by: ChangedBy,
): Promise<boolean> {
  await checkMerchant(runtime, mchNo)
  const removed = await setOverride(runtime.kyt, mchNo, undefined)
  if (removed)
    await recordChange(runtime.kyc, { mchNo, action: 'policy.removed', target: mchNo, detail: {} }, by)
  return removed
}
