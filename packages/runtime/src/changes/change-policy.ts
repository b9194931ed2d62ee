import type { RiskPolicy } from '@touchstone/contract'
import { type ChangedBy, InputError, recordChange } from '@touchstone/kyc'
import { fingerprintOf, policyOfMerchant, problemsOfOverride, setOverride } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/*
 * What the command line and the dashboard change of a merchant's risk policy; the entry in the audit log follows, as with
 * webhooks. It takes effect on all nodes: each looks for the version before it answers.
 */

/** The members that a merchant has otherwise than everybody, with a version. */
export async function changePolicy(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, policy }: { mchNo: string; policy: unknown },
  by: ChangedBy,
): Promise<RiskPolicy> {
  await checkMerchant(runtime, mchNo)
  const problems = problemsOfOverride(runtime.kyt, policy)
  if (problems.length > 0) throw new InputError('policy', `can't be used: ${problems.join('; ')}`)
  await setOverride(runtime.kyt, mchNo, policy as Record<string, unknown>)
  const changed = await policyOfMerchant(runtime.kyt, mchNo)
  const detail = { version: changed.version, fingerprint: fingerprintOf(changed) }
  await recordChange(runtime.kyc, { mchNo, action: 'policy.changed', target: mchNo, detail }, by)
  return changed
}

/** Back to everybody's. False where the merchant had none of its own. */
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
