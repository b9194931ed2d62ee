import type { RiskPolicy } from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import { basePolicyOf, policyOfMerchant, problemsOfOverride, setOverride } from '@touchstone/kyt'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

/** The whole policy that a merchant's questions are answered by, or everybody's. */
export const policyShow: Command<{ mchNo?: string }, { policy: RiskPolicy }> = async (runtime, { mchNo }) => {
  if (mchNo === undefined) return { policy: basePolicyOf(runtime.kyt) }
  await checkMerchant(runtime, mchNo)
  return { policy: await policyOfMerchant(runtime.kyt, mchNo) }
}

export const policySet: Command<
  { mchNo: string; policy: unknown },
  { mchNo: string; policy: RiskPolicy }
> = async (runtime, { mchNo, policy }) => {
  await checkMerchant(runtime, mchNo)
  const problems = problemsOfOverride(runtime.kyt, policy)
  if (problems.length > 0) throw new InputError('policy', `can't be used: ${problems.join('; ')}`)
  await setOverride(runtime.kyt, mchNo, policy as Record<string, unknown>)
  return { mchNo, policy: await policyOfMerchant(runtime.kyt, mchNo) }
}

export const policyRemove: Command<{ mchNo: string }, { mchNo: string; removed: boolean }> = async (
  runtime,
  { mchNo },
) => {
  await checkMerchant(runtime, mchNo)
  return { mchNo, removed: await setOverride(runtime.kyt, mchNo, undefined) }
}
